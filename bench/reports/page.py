"""Turns a report into items of text: (place, kind, text), nothing left out that a reader sees or is read to.

A place is a card, such as classes; of laws chapter/card, such as laws/in-degree; outside cards the chapter. The files that links hold are in data: rows of CSV by the name of the figure.
"""
import csv, io, re, urllib.parse
from html.parser import HTMLParser

VOID = {"meta", "wbr", "link", "br", "img", "hr", "input", "rect", "circle", "path", "line", "polyline", "polygon"}
# An item ends where one of these begins or ends.
BLOCKS = {"p", "li", "tr", "h1", "h2", "h3", "caption", "dt", "dd", "figcaption", "summary", "pre", "title", "desc", "text", "footer", "nav", "table", "section", "article", "svg", "div", "dl", "ol", "ul",
          "header", "details", "figure", "main", "body", "html", "head"}
CELLS = {"td", "th"}
SPOKEN = ("title", "aria-label", "alt")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.items, self.shapes, self.classes, self.data = [], [], [], {}
        self.section, self.article, self.stack, self.buffer, self.how, self.skip, self.svg = "head", "", [], "", 0, 0, None
        self.folds, self.skipping = [], []
        self.feed(text)
        self.flush()

    def where(self):
        return self.article if self.article and self.section != "laws" else self.section + ("/" + self.article if self.article else "")

    def flush(self, kind="text"):
        text = " ".join(self.buffer.replace("\u200b", "").split(" ")).strip(" \n\t|")
        if text.strip():
            self.items.append((self.where(), "how" if self.how and kind == "text" else kind, text.replace("\xa0", " ").strip()))
        self.buffer = ""

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        kind = self.stack[-1] if self.stack else ""
        if tag == "a" and a.get("href", "").startswith("data:text/csv"):
            text = urllib.parse.unquote(a["href"].split(",", 1)[1])
            name = re.match(r"(.*): CSV$|CSV: (.*)", a["aria-label"]).group(2)
            self.data[a["download"].rsplit(".", 1)[0], name] = list(csv.reader(io.StringIO(text)))
        classes = set(a.get("class", "").split())
        if self.skipping or classes & {"take", "hw", "meter"} and tag in ("span", "a", "svg"):
            if tag not in VOID:
                self.skipping.append(tag)
            return
        if tag in BLOCKS:
            self.flush(self.kind())
        if tag in CELLS:
            self.buffer += " | "
        if tag == "small":
            self.buffer += " "
        if tag == "tr":
            self.cells = []
        if tag in ("style", "script"):
            self.skip += 1
        if tag == "section":
            self.section = a.get("id", "?")
        if tag == "article":
            self.article = a.get("id") or ("hosts" if "hosts" in a.get("class", "") else "pages" if "pages" in a.get("class", "") else "?")
        if tag == "details":
            self.how += a.get("class") == "how"
            self.folds.append(a.get("class") == "how")
        if tag == "svg":
            self.svg = a
        if tag in ("path", "rect"):
            self.shapes.append((self.where(), tag, a))
        for name in SPOKEN:
            if a.get(name):
                self.items.append((self.where(), "@" + tag, a[name].replace("\xa0", " ")))
        if tag not in VOID:
            self.stack.append(tag)

    handle_startendtag = handle_starttag

    def kind(self):
        for tag in reversed(self.stack):
            if tag in ("tr", "caption", "h1", "h2", "h3", "dt", "dd", "li", "pre", "desc", "text", "footer", "figcaption"):
                return tag
            if tag == "title":
                return "title"
            if tag == "p":
                break
        return "text"

    def handle_endtag(self, tag):
        if self.skipping:
            while self.skipping and self.skipping.pop() != tag:
                pass
            return
        if tag in BLOCKS:
            self.flush(self.kind())
        if tag in ("style", "script"):
            self.skip -= 1
        if tag == "article":
            self.article = ""
        if tag == "section":
            self.section = "foot"
        if tag == "details":
            self.how -= self.folds.pop()
        while self.stack and self.stack[-1] != tag:
            self.stack.pop()
        if self.stack:
            self.stack.pop()

    def handle_data(self, data):
        if not self.skip and not self.skipping:
            self.buffer += data


if __name__ == "__main__":
    import sys
    for item in Page(open(sys.argv[1], encoding="utf-8").read()).items:
        print("%s\t%s\t%s" % item)
