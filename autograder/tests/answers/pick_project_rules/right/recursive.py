"""Tries one name, and itself with the rest."""


def first_of(names, files):
    if not names:
        return None
    name, *rest = names
    content = files[name] if name in files else None
    if content is None or content.strip() == "":
        return first_of(rest, files)
    return dict(name=name, content=content)


def pick_project_rules(files):
    return first_of(("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules"), dict(files))
