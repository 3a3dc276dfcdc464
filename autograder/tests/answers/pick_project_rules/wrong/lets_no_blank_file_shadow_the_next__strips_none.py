"""Strips the content of a file that could not be read."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if files.get(name, "").strip():
            return {"name": name, "content": files[name]}
    return None
