"""Sorts the files that are there by the order of their names."""

ORDER = {"HERMES.md": 1, "AGENTS.md": 2, "CLAUDE.md": 3, ".cursorrules": 4}


def pick_project_rules(files):
    known = [(ORDER[name], name) for name in files if name in ORDER and files[name] and not files[name].isspace()]
    if not known:
        return None
    _, name = min(known)
    return {"content": files[name], "name": name}
