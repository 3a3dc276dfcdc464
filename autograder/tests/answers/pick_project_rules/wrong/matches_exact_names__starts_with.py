"""Takes whatever begins with the name."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        for path, content in files.items():
            if path.startswith(name) and content and content.strip():
                return {"name": path, "content": content}
    return None
