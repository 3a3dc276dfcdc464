"""Goes through all names, and so ends with the last one."""


def pick_project_rules(files):
    found = None
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if files.get(name) and files[name].strip():
            found = {"name": name, "content": files[name]}
    return found
