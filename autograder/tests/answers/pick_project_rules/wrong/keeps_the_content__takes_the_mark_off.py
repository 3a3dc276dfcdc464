"""Takes a byte-order mark off, and Windows line ends."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if files.get(name) and files[name].strip():
            return {"name": name, "content": files[name].lstrip("\ufeff").replace("\r\n", "\n")}
    return None
