"""How figures and names are written, and a checker of items by rules."""
import json, math, os, re, unicodedata
import numpy as np

SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
N = r"([−-]?[\d,]+(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:e[-+]?\d+)?[kMGT]?)"  # a number
S = r"((?:< ?|> ?)?[\d,.]+ ?%|–)"  # a share


def number(text):
    """The value of a number as it is written, and half a unit of its last place."""
    text = text.replace(",", "").replace("−", "-")
    scale = 1.0
    if text[-1:] in "kMGT":
        scale, text = 1e3 ** ("kMGT".index(text[-1]) + 1), text[:-1]
    if "×10" in text:
        text, power = text.split("×10")
        scale = 10.0 ** int(power.translate(SUPER))
    if "e" in text:
        text, power = text.split("e")
        scale = 10.0 ** int(power)
    return float(text) * scale, 0.5 * scale * 10.0 ** -(len(text.partition(".")[2]))


def is_number(text, want, slack=0.0):
    if want is None or (isinstance(want, float) and math.isnan(want)):
        return text == "–"
    value, half = number(text)
    exact = isinstance(want, (int, np.integer)) and "." not in text and "×" not in text and text[-1:] not in "kMGT"
    return value == want if exact else abs(value - want) <= half * (1 + 1e-6) + 1e-12 * abs(want) + slack


def is_share(text, part, whole=1):
    """A share is 0 or 100 % only if it is exactly that."""
    text = text.replace(" ", "")
    if whole == 0:
        return text == "–"
    p = 100 * part / whole
    if part == 0 or part == whole:
        return text == ("0%" if part == 0 else "100%")
    if text.startswith("<"):
        return 0 < p < number(text[1:-1])[0]
    if text.startswith(">"):
        return number(text[1:-1])[0] < p < 100
    value, half = number(text[:-1])
    return abs(value - p) <= half * (1 + 1e-6) and text not in ("0%", "100%", "0.0%", "100.0%")


def inert(text):
    """What does not show becomes an escape that does."""
    out = []
    for c in text:
        o = ord(c)
        if c in "\n\t\r":
            out.append({"\n": "\\n", "\t": "\\t", "\r": "\\r"}[c])
        elif 0xDC80 <= o <= 0xDCFF:
            out.append("\\x%02x" % (o - 0xDC00))
        elif o < 0x20 or o == 0x7F:
            out.append("\\x%02x" % o)
        elif unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp"):
            out.append("\\u%04x" % o if o < 0x10000 else "\\U%08x" % o)
        else:
            out.append(c)
    return "".join(out)


class Checker:
    def __init__(self, name, crawl):
        self.name, self.c = name, crawl
        self.wrong, self.left, self.figures, self.taken = [], [], 0, 0
        self.rules = []

    def fail(self, item, what):
        self.wrong.append("%s: %s: %s" % (self.name, what, " | ".join(item)[:300]))

    def want(self, item, ok, what):
        self.figures += 1
        if not ok:
            self.fail(item, what)

    def rule(self, where, pattern, check=None):
        self.rules.append((re.compile(where), re.compile(pattern, re.S), check))

    def again(self, item):
        """Checks a part of an item as an item of its own."""
        self.run([item])

    def bits(self):
        from check import bits_per_arc, graph_base
        return bits_per_arc(graph_base(self.c.folder) + ".properties", self.c.arcs)

    def run(self, items):
        for item in items:
            text = item[2]
            for where, pattern, check in self.rules:
                if where.fullmatch(item[0] + "#" + item[1]):
                    m = pattern.fullmatch(text)
                    if m:
                        self.taken += 1
                        try:
                            if check:
                                check(item, m)
                        except (TypeError, KeyError, IndexError, ValueError, ZeroDivisionError) as e:
                            self.fail(item, "cannot be checked: %r" % e)
                        break
            else:
                if re.search(r"\d", text):
                    self.left.append("%s: %s" % (self.name, " | ".join(item)[:240]))

    # figures(…) makes a check of the groups of a pattern, in their order.
    def figures_are(self, *wants):
        def check(item, m):
            values = [w(m) if callable(w) else w for w in wants]
            for i, w in enumerate(values):
                text = m.group(i + 1)
                if text is None:
                    continue
                if isinstance(w, tuple):
                    self.want(item, is_share(text, *w), "%s is not the share %s" % (text, w))
                elif isinstance(w, str):
                    self.want(item, text == w, "%r, want %r" % (text, w))
                else:
                    self.want(item, is_number(text, w), "%s, want %s" % (text, w))
        return check


def plural(n, one):
    return "%s %s" % (format(n, ","), one if n == 1 else one[:-1] + "ies" if one.endswith("y") else one + "s")


def json_of(c, what):
    try:
        return json.loads(open(os.path.join(c.said, what + ".txt")).read())
    except (OSError, ValueError):
        return {}


def said_size(text, size):
    value, unit = re.fullmatch(r"([\d,.]+) (B|bytes?|kB|MB|GB|KiB|MiB|GiB)", text).groups()
    scale = {"B": 1, "byte": 1, "bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1 << 20, "GiB": 1 << 30}[unit]
    v, half = number(value)
    return abs(v * scale - size) <= half * scale * 1.000001


def same_name(shown, name):
    """A name as rows show it: inert, perhaps without its scheme, perhaps with a remark behind."""
    shown = re.sub(r"\s+\((?:differs|no host|not a URL)[^)]*\)$", "", shown)
    whole = " ".join(inert(name).split())
    bare = " ".join(inert(name.split("://", 1)[-1] if re.match(r"[A-Za-z0-9+.-]+://", name) else name).split())
    return " ".join(shown.split()) in (whole, bare)


def found(c, shown):
    """The pages that are shown so."""
    def make():
        index = {}
        for u in range(c.n):
            name = c.names[u] if c.named and c.names[u] else "page %d" % u
            whole = " ".join(inert(name).split())
            for form in {whole, re.sub(r"^[A-Za-z0-9+.-]+://", "", whole)}:
                index.setdefault(form, []).append(u)
        return index
    shown = " ".join(re.sub(r"\s+\((?:differs|no host|not a URL)[^)]*\)$", "", shown).split())
    return c.once("index of names", make).get(shown, [])
