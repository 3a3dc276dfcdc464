"""How the book is built: `sphinx-build -W -b html book book/_build`."""

import os
import sys
from pathlib import Path

BOOK = Path(__file__).parent
PACKAGE = BOOK.parent / "autograder"
sys.path.insert(0, str(BOOK / "_ext"))
os.environ["COLUMNS"] = "100"  # what commands say of themselves must not depend on the terminal

project = "Context engineering for LLM agents"
html_title = project
language = "en"
exclude_patterns = ["_build"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_design",
    "running",
    "sources",
    "diagrams",
    "issues",
]

myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 3
default_role = "code"  # docstrings set code in single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_use_ivar = True
python_use_unqualified_type_names = True

html_theme = "sphinx_book_theme"
html_theme_options = {
    "home_page_in_toc": True,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
    "navbar_persistent": [],
    "footer_content_items": [],
    "search_bar_text": "Search the book",
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
# The package's own style, so that a picture looks here as it does in a notebook.
styles = [PACKAGE / "feedback/feedback.css", *sorted((PACKAGE / "widgets").glob("*.css"))]
styles.sort(key=lambda path: path.name != "shared.css")  # the others build on it
html_static_path = ["_static", *map(str, styles)]
html_css_files = [*(each.name for each in styles), "book.css"]
html_js_files = ["theme.js"]
html_context = {"default_mode": "auto"}  # the theme complains in the console where none is named
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_show_search_summary = False  # a browser fetches no page from a page that was opened as a file
