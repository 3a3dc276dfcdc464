"""Says that there are no rules as soon as a file is blank."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        if name in files:
            content = files[name]
            return {"name": name, "content": content} if content and content.strip() else None
    return None
