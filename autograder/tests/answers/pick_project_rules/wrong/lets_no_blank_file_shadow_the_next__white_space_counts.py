"""Takes white space for rules."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if files.get(name):
            return {"name": name, "content": files[name]}
    return None
