"""Takes the first file that is there, blank or not."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if name in files:
            return {"name": name, "content": files[name] or ""}
    return None
