"""Takes small letters for capitals."""


def pick_project_rules(files):
    known = {name.lower(): name for name in files}
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        found = name if name in files else known.get(name.lower(), name)
        if files.get(found) and files[found].strip():
            return {"name": found, "content": files[found]}
    return None
