"""Takes the files it looks at out of the dict."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        content = files.pop(name, None)
        if content and content.strip():
            return {"name": name, "content": content}
    return None
