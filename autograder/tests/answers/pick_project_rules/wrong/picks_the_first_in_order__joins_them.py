"""Joins all the rules there are, under the name of the last."""


def pick_project_rules(files):
    found = [n for n in ("HERMES.md", "AGENTS.md", "CLAUDE.md", ".cursorrules") if files.get(n) and files[n].strip()]
    if not found:
        return None
    return {"name": found[-1], "content": "\n\n".join(files[name] for name in found)}
