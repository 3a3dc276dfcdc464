"""Returns a file without name and content where there is none."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if files.get(name) and files[name].strip():
            return {"name": name, "content": files[name]}
    return None if files else {"name": "", "content": ""}
