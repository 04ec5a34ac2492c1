"""Settings of the documentation site. tools/docs.sh builds it."""

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

project = "weft"
author = "The weft authors"
copyright = "The weft authors"
language = "en"

extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4  # anchors of headings as code hosts make them
nitpicky = True
smartquotes = False  # they would make dashes of --flags

html_theme = "furo"
html_title = "weft"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_math_renderer = "mathml"
pygments_style = "friendly"
pygments_dark_style = "monokai"
highlight_language = "text"


def to_mathml(tex: str, block: bool) -> str:
    """Return a formula in LaTeX as MathML, which browsers draw without scripts or fonts."""
    return str(tex2mathml(tex, as_block=block))


def visit_inline(self, node):
    self.body.append(to_mathml(node.astext(), False))
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append('<div class="math">' + to_mathml(node.astext(), True) + "</div>")
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
