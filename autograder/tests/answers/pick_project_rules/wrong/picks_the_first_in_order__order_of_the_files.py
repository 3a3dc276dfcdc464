"""Takes the first known file in the order of the folder."""


def pick_project_rules(files):
    for name, content in files.items():
        if name in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules") and content and content.strip():
            return {"name": name, "content": content}
    return None
