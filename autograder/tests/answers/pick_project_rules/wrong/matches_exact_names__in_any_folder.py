"""Takes a file of that name from any folder."""


def pick_project_rules(files):
    for name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"):
        for path, content in files.items():
            if path.split("/")[-1] == name and content and content.strip():
                return {"name": path, "content": content}
    return None
