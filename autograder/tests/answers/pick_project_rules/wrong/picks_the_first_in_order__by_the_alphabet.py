"""Takes the names in the order of the alphabet."""


def pick_project_rules(files):
    for name in sorted(("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules")):
        if files.get(name) and files[name].strip():
            return {"name": name, "content": files[name]}
    return None
