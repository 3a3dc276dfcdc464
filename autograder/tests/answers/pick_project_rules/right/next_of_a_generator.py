"""Takes the first of the names whose file has text, with next."""

ORDER = ["HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"]


def pick_project_rules(files):
    found = next((name for name in ORDER if (files.get(name) or "").strip()), None)
    return found and {"name": found, "content": files[found]}
