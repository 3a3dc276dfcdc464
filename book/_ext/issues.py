"""Public issues and pull requests, cited as `owner/repo#n` and linked: ``{issue}`langchain-ai/langmem#126` ``."""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

_ISSUE = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")


class Issue(SphinxRole):
    """Link an issue or a pull request; GitHub leads from one to the other."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link."""
        found = _ISSUE.fullmatch(self.text)
        if found is None:
            problem = self.inliner.reporter.error(f"{self.text!r} is not of the form owner/repo#n")
            return [nodes.problematic(self.rawtext, self.rawtext)], [problem]
        address = f"https://github.com/{found[1]}/issues/{found[2]}"
        return [nodes.reference(self.rawtext, self.text, refuri=address)], []


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_role("issue", Issue())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
