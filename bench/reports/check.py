"""Checks every figure that weft says of the crawls of make.py against model.py: check.py DIR [CRAWL…].

A rule is a pattern of a whole item of text, and what its figures must be. An item with a figure that no rule takes is listed, so that
none is passed over. Exit status: 0 if all figures are right and none is left, 1 if not.
"""
import json, math, os, re, sys, unicodedata
import numpy as np
from publicsuffixlist import PublicSuffixList
import model
from page import Page

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


def report_rules(k):
    c, are, rule = k.c, k.figures_are, k.rule
    s = c.state_counts
    n, arcs = c.n, c.arcs
    head = "A crawl of %s" % plural(n, "page")
    if c.named and c.hosts:
        head += " on %s in %s" % (plural(len(c.hosts), "host"), plural(len(c.domains), "domain"))
    rule("head#text", re.escape(head) + r"%s\.(?: Its pages have no names, only numbers\.)?" % re.escape(", with " + plural(arcs, "arc") if arcs else ", without arcs"))
    rule("head#text", r"A crawl without pages.*")
    key = {"Pages": (n,), "Fetched": (s["fetched"], (s["fetched"], n)), "Ghosts": (s["ghost"], (s["ghost"], n)), "Unknown": (s["unknown"], (s["unknown"], n)),
           "Arcs": (arcs, arcs / max(1, n - s["ghost"])), "Hosts": (len(c.hosts),), "Domains": (len(c.domains),), "Bits per arc": None}
    k.label = ""
    bits = lambda which: bits_per_arc(which, arcs)

    def label(item, m):
        k.label = item[2]

    def value(item, m):
        if k.label not in key:
            return k.fail(item, "unknown key figure " + k.label)
        if k.label == "Bits per arc":
            base = graph_base(c.folder)
            if arcs == 0:
                return k.want(item, item[2] == "–", "bits of no arcs")
            g = re.fullmatch(N + r"(?:\s+%s transposed)?" % N, item[2])
            k.want(item, is_number(g.group(1), *bits(base + ".properties")), "bits per arc")
            if g.group(2):
                k.want(item, is_number(g.group(2), *bits(os.path.join(os.path.dirname(base), "transpose.properties"))), "bits of the transpose")
            return
        parts = re.fullmatch(N + r"(?:\s+(?:%s|%s per (?:page|fetched page|page that is no ghost)))?" % (S, N), item[2])
        if not parts:
            return k.fail(item, "unreadable")
        k.want(item, is_number(parts.group(1), key[k.label][0]), "%s, want %s" % (item[2], key[k.label]))
        if parts.group(2):
            k.want(item, is_share(parts.group(2), *key[k.label][1]), "share, want %s" % (key[k.label],))
        if parts.group(3):
            k.want(item, is_number(parts.group(3), key[k.label][1]), "want %s" % (key[k.label],))
    rule("head#dt", ".*", label)
    rule("head#dd", ".*", value)
    rule("head#(title|h1|li|h2|@nav)", ".*")
    made_rules(k)
    states_rules(k)
    law_rules(k)
    relation_rules(k)
    component_rules(k)
    ranking_rules(k)
    trust_rules(k)
    link_rules(k)
    word_rules(k)
    distance_rules(k)
    other_rules(k)
    how_rules(k)
    rule("foot#text", r"Written by weft [\d.]+\S*, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. This page stands alone.*")


def graph_base(folder):
    base = os.path.join(folder, "crawl")
    if os.path.exists(os.path.join(base, "snapshot")):
        base = os.path.join(base, "snapshot")
    return os.path.join(base, "graph") if os.path.isdir(base) else base


def said_size(text, size):
    value, unit = re.fullmatch(r"([\d,.]+) (B|kB|MB|GB|KiB|MiB|GiB)", text).groups()
    scale = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1 << 20, "GiB": 1 << 30}[unit]
    v, half = number(value)
    return abs(v * scale - size) <= half * scale * 1.000001


def bits_per_arc(properties, arcs):
    """The length of the lists by the properties, or by the file, which may be longer by some zeros; with what that leaves open."""
    length = re.search(r"(?m)^length=(\d+)", open(properties).read())
    if length:
        return int(length.group(1)) / max(1, arcs), 0.0
    return 8 * os.path.getsize(properties.replace(".properties", ".graph")) / max(1, arcs), 64 / max(1, arcs)


def made_rules(k):
    c, rule = k.c, k.rule
    steps, manifest = [], {}
    path = os.path.join(os.path.dirname(graph_base(c.folder)), "weft.json")
    if os.path.exists(path) and os.path.isdir(os.path.join(c.folder, "crawl")):
        manifest = json.load(open(path))
        steps = manifest["steps"]
    inputs = [i for st in steps for i in st.get("inputs") or []]
    records, bad = sum(i.get("records", 0) for i in inputs), sum(i.get("bad", i.get("bad_records", 0)) for i in inputs)

    def fact(item, m):
        if k.label == "On disk":
            k.want(item, said_size(item[2], int(open(os.path.join(c.said, "bytes")).read())), "size on disk")
        elif k.label == "Graph":
            import hashlib
            k.want(item, hashlib.sha256(open(graph_base(c.folder) + ".graph", "rb").read()).hexdigest().startswith(item[2].rstrip("…")), "checksum of the graph")
    rule("made#dt", ".*", lambda item, m: setattr(k, "label", item[2]))
    rule("made#dd", ".*", fact)
    rule("made#text", r"All %s record(s?) could be read\." % N, lambda item, m: k.want(item, is_number(m.group(1), records) and bad == 0, "records, want %d" % records))
    rule("made#text", r"%s of %s records? (was|were) bad \(%s\) and left out\." % (N, N, S),
         lambda item, m: k.want(item, is_number(m.group(1), bad) and is_number(m.group(2), records) and is_share(m.group(4), bad, records) and (m.group(3) == "was") == (bad == 1), "bad records, want %d of %d" % (bad, records)))
    rule("made#pre", ".*", lambda item, m: k.want(item, any(inert(st["command"]) == item[2] or st["command"].strip() == item[2] for st in steps), "a command of the manifest"))
    stamp = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · version [\d.]+\S*(?: · random seed \d+)?((?: · [^·]*)*)"

    def notes(item, m):
        have = {(a.replace("_", " "), b) for st in steps for a, b in (st.get("notes") or {}).items()}
        for note in m.group(1).split(" · ")[1:]:
            what, _, value = note.rpartition(": ")
            k.want(item, (what, int(value.replace(",", ""))) in have, "a note of the manifest: " + note)
    rule("made#text", stamp, notes)

    def entry(item, m):
        import hashlib
        name, form, size, rec, wrong, digest = [x.strip() for x in item[2].split(" | ")]
        i = [i for i in inputs if os.path.basename(i["path"].rstrip("/")) == name]
        k.want(item, bool(i) and i[0].get("format") == form and is_number(rec, i[0].get("records", 0)) and is_number(wrong, i[0].get("bad", 0)), "an input of the manifest")
        if i and os.path.isfile(i[0]["path"]):
            raw = open(i[0]["path"], "rb").read()
            k.want(item, said_size(size, len(raw)) and hashlib.sha256(raw).hexdigest().startswith(digest.rstrip("…")), "size and checksum of the input")
    rule("made#tr", r"Input \| .*")
    rule("made#tr", r"(?:[^|]* \| ){5}[^|]*", entry)
    rule("made#(@.*|h2)", ".*")


def states_rules(k):
    c, are, rule, want, n = k.c, k.figures_are, k.rule, k.want, k.c.n
    s = c.state_counts
    rule("pages#text", r"Nothing tells which of the pages were fetched\. %s pages? of %s \(%s\) (?:has|have) no arc\." % (N, N, S), are(c.dangling, n, (c.dangling, n)))
    rule("pages#text", r"Which of the %s pages? were fetched is unknown.*?\. %s pages? \(%s\) (?:has|have) no arcs?\." % (N, N, S), are(n, c.dangling, (c.dangling, n)))
    rule("pages#text", r"%s of the pages were fetched; of %s \(%s\) it is unknown\." % (S, N, S), are((s["fetched"], n), s["unknown"], (s["unknown"], n)))
    rule("pages#text", r"%s of the pages were fetched; %s of these \(%s\) (?:are|is) dangling, that is, without arcs\." % (S, N, S), are((s["fetched"], n), c.dangling, (c.dangling, s["fetched"])))
    rule("pages#text", r"%s of the pages were fetched; none of these is dangling, that is, without arcs\." % S, lambda i, m: want(i, c.dangling == 0 and is_share(m.group(1), s["fetched"], n), "dangling: %d" % c.dangling))
    rule("pages#text", r"None of the %s pages? was fetched\." % N, are(n))
    per = r"(fetched|redirected|failed|excluded|ghost|unknown)"
    state = lambda item, m: (k.want(item, is_number(m.group(2), s[m.group(1)]), "want %d" % s[m.group(1)]), k.want(item, is_share(m.group(3), s[m.group(1)], n), "share of %d" % s[m.group(1)]))
    rule("pages#title", per + r": %s \(%s\)" % (N, S), state)
    rule("pages#tr", per + r"  [^|]* \| %s \| %s" % (N, S), state)
    rule("arcs#text", r"%s arcs?, of which measures use %s \(%s\) by default; (%s|none) leads? from a page to itself\." % (N, N, S, N[1:-1]),
         lambda item, m: (are(c.arcs, c.measured, (c.measured, c.arcs))(item, m), k.want(item, m.group(4) == "none" and c.loops == 0 or is_number(m.group(4).replace("none", "-1"), c.loops), "loops, want %d" % c.loops)))
    rule("arcs#tr", r"([a-z]+)(?:  [^|]*)? \| %s \| %s" % (N, S),
         lambda item, m: (k.want(item, is_number(m.group(2), c.kind_counts[m.group(1)]), "want %d" % c.kind_counts[m.group(1)]), k.want(item, is_share(m.group(3), c.kind_counts[m.group(1)], c.arcs), "share")))


NOUNS = {"in-degrees": "in-degree", "out-degrees": "out-degree", "total degrees": "total-degree", "in-degrees of hosts": "host-in", "out-degrees of hosts": "host-out",
         "sizes of hosts": "host-size", "sizes of strong components": "scc-size", "sizes of weak components": "wcc-size"}


class Law:
    def __init__(self, k, name):
        self.k, self.name = k, name
        self.values = np.asarray(k.c.law(name))
        self.positive = self.values[self.values > 0]
        self.fit = k.c.once("fit " + name, lambda: model.best_fit(self.values) if len(np.unique(self.positive)) < 1500 else None)
        if self.fit and ((self.values >= self.fit[0]).sum() < 50 or self.values.max() < 10 * self.fit[0]):
            self.fit = None

    def rivals(self):
        return self.k.c.once("rivals " + self.name, lambda: model.rivals(self.values, self.fit[0], self.fit[1]))


FITS = {"in-degree": "in", "out-degree": "out", "total-degree": "total", "host-in": "hosts in", "host-out": "hosts out", "host-size": "hosts pages", "scc-size": "scc sizes", "wcc-size": "wcc sizes"}


def said_p(c, name, text):
    """Whether a p is the one of --json, of a draw that nobody can repeat by other means."""
    j = json_of(c, "components-json" if name.endswith("cc-size") else "degrees-json")
    for key in FITS[name].split():
        j = j.get(key) or {}
    p = (j.get("fit") or {}).get("p")
    if p is None:
        return False
    value, half = number(text.replace("< ", ""))
    return p < value or p == 0 if text.startswith("<") else abs(p - value) <= half * 1.001


def law_rules(k):
    rule, want = k.rule, k.want
    get = lambda name: k.c.once("law " + name, lambda: Law(k, name))
    at = lambda item: get(item[0].split("/")[1])
    nouns = "(" + "|".join(sorted(NOUNS, key=len, reverse=True)) + ")"
    P = r"p (?:= ([\d.]+)|< ([\d.]+))"
    tails = r"((?: .* fits? that tail better\.)?)"

    def exponent(item, l, text, error):
        a, e = l.fit[1], l.fit[3]
        want(item, is_number(text, a, 2e-6) and is_number(error, e, 1e-5), "exponent %.4f ± %.4f" % (a, e))

    def fitted(item, m, names):
        g = m.groupdict()
        l = get(NOUNS[m.group(1)])
        if not l.fit:
            return want(item, False, "no law should be stated")
        exponent(item, l, g["exp"], g["err"])
        p = re.search(r"p (?:= )?((?:< )?[\d.]+)", item[2])
        if p and "not tested" not in item[2]:
            want(item, said_p(k.c, l.name, p.group(1).rstrip(".")) and ("do not" in item[2]) == (p.group(1)[0] == "<" or float(p.group(1).rstrip(".")) < 0.1), "p as weft says elsewhere, and a verdict by it")
        want(item, is_number(g["xmin"], l.fit[0]) if g["xmin"] else l.fit[0] == 1, "x_min, want %d" % l.fit[0])
        if g.get("part"):
            want(item, is_share(g["part"], l.fit[4], len(l.values)), "share of the tail %d of %d" % (l.fit[4], len(l.values)))
        better = [name for name, (ratio, p) in l.rivals().items() if p < 0.1 and ratio < 0]
        for name in l.rivals():
            said = (name if "cut-off" in name else name + " law") in (g.get("better") or "")
            if abs(l.rivals()[name][1] - 0.1) > 0.01 and "better" in g:
                want(item, said == (name in better), "better laws are %s" % better)
    E = r"exponent (?P<exp>[\d.,]+) ± (?P<err>[\d.,]+)"
    X = r"(?: from (?P<xmin>[\d,]+) on(?:, (?P<part>[^,]*?%) of all,?)?)?"
    rule(".*#(li|text)", "The " + nouns + X + r" are consistent with a power law: p = [\d.]+, " + E + r"\.(?P<better>.*)", lambda i, m: fitted(i, m, 1))
    rule(".*#(li|text)", "A power law for the " + nouns + r" is rejected at 10 %: p (?:<|=) [\d.]+ even for the best one, with " + E + X + r"\.(?P<better>.*)", lambda i, m: fitted(i, m, 1))
    rule(".*#(li|text)", "The power law nearest to the " + nouns + X + " has " + E + r"; how well it fits was not tested\.", lambda i, m: fitted(i, m, 1))
    def unfitted(item, m):
        l = get(NOUNS[m.group(1)])
        want(item, l.fit is None, "a law could be stated: %s" % (l.fit,))
        few = re.search(r"there are only %s different ones above zero" % N, m.group(2))
        if few:
            want(item, is_number(few.group(1), len(np.unique(l.positive))), "different values: %d" % len(np.unique(l.positive)))
        if "all positive values are equal" in m.group(2) or "none is above zero" in m.group(2):
            want(item, len(np.unique(l.positive)) == ("equal" in m.group(2)), "different values: %d" % len(np.unique(l.positive)))
        said = re.search(r"the best tail has %s values? from %s to %s, and a law needs 50 that span a factor of 10" % (N, N, N), m.group(2))
        if said:
            b = model.best_fit(l.values)
            want(item, b and is_number(said.group(1), b[4]) and is_number(said.group(2), b[0]) and is_number(said.group(3), int(l.values.max())), "the tail is %s" % (b,))
    rule(".*#(li|text)", "No power law was fitted to the " + nouns + r": (.*)\.", unfitted)
    law = r"(degrees|host-degrees|components)/.*"
    rule(law + "#tr", r"Values \| " + N, lambda i, m: want(i, is_number(m.group(1), len(at(i).values)), "want %d" % len(at(i).values)))
    rule(law + "#tr", r"Mean \| " + N, lambda i, m: want(i, is_number(m.group(1), float(at(i).values.mean())), "want %f" % at(i).values.mean()))
    rule(law + "#tr", r"Mean \| –", lambda i, m: want(i, len(at(i).values) == 0, "there are values"))
    rule(law + "#tr", r"Largest \| " + N, lambda i, m: want(i, is_number(m.group(1), int(at(i).values.max(initial=0))), "want %d" % at(i).values.max(initial=0)))
    rule(law + "#tr", r"Exponent \| %s ± %s" % (N, N), lambda i, m: exponent(i, at(i), m.group(1), m.group(2)))
    rule(law + "#tr", r"xmin \| " + N, lambda i, m: want(i, is_number(m.group(1), at(i).fit[0]), "want %d" % at(i).fit[0]))
    rule(law + "#tr", r"In the tail \| %s \(%s(?: of [^)]*)?\)" % (N, S), lambda i, m: want(i, is_number(m.group(1), at(i).fit[4]) and is_share(m.group(2), at(i).fit[4], len(at(i).values)), "want %d of %d" % (at(i).fit[4], len(at(i).values))))
    rule(law + "#tr", r"KS distance \| " + N, lambda i, m: want(i, is_number(m.group(1), at(i).fit[2], 1e-7), "want %f" % at(i).fit[2]))

    def goodness(item, m):
        said = m.group(1).replace("< ", "")
        l = at(item)
        want(item, said_p(k.c, l.name, m.group(1)), "p as weft says elsewhere")
        if len(np.unique(l.positive)) > 40:
            return k.c.once("p not drawn again", list).append(item[0])
        want(item, abs(float(said) - drawn_again(l)) < 0.25, "p of draws of our own is %.2f" % drawn_again(l))
    rule(law + "#tr", r"Goodness of fit p \| ((?:< )?[\d.]+)", goodness)

    def rival(item, m):
        name = m.group(1).lower()
        ratio, p = at(item).rivals()[name]
        slack = 0.02 + 2e-3 * abs(ratio)
        want(item, is_number(m.group(3), ratio, slack), "log ratio %.3f" % ratio)
        said = m.group(4).replace("< ", "")
        want(item, abs(number(said)[0] - p) <= number(said)[1] + 0.02 + 0.05 * p, "p %.4f" % p)
        verdict = "cannot be told apart" if number(said)[0] >= 0.1 else "is the likelier" if ratio < 0 else "is less likely"
        want(item, m.group(2) == verdict, "verdict: " + verdict)
    rule(law + "#tr", r"(Log-normal|Exponential|Power law with exponential cut-off)(?: law)?\s+(cannot be told apart|is the likelier|is less likely) \| %s \| ((?:< )?[\d.]+)" % N, rival)

    def described(item, m):
        l = at(item)
        want(item, is_number(m.group(1), int(l.values.max())), "largest %d" % l.values.max())
        if m.group(2) and not l.fit:
            return want(item, False, "no law should be stated")
        rest = re.fullmatch(r" The fitted line begins at %s(?:, where %s of the values are left,)? and has exponent %s\." % (N, S, N), m.group(2)) if m.group(2) else None
        if rest:
            want(item, is_number(rest.group(1), l.fit[0]) and is_number(rest.group(3), l.fit[1], 2e-6), "x_min and exponent %s" % (l.fit,))
            if rest.group(2):
                want(item, is_share(rest.group(2), int((l.values >= l.fit[0]).sum()), len(l.values)), "share of the tail in the population")
        else:
            want(item, not m.group(2), "unreadable")
    rule(law + "#desc", r"Double logarithmic plot of the fraction of values that are at least x, for x up to %s\.(.*)" % N, described)
    rule(law + "#text", r"(1|10|100|1k|10k|100k|1M|0\.1|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\d|\d0|\d00|\dk|0\.\d)")  # ticks: held by the points of the plot
    rule(law + "#text", r"xmin = " + N, lambda i, m: want(i, is_number(m.group(1), at(i).fit[0]), "want %s" % (at(i).fit,)))
    rule(law + "#how", r"Population: ([a-z ]+)\. The points are the fraction of it that is at least x \(the CCDF\), at most 180 of them; zeros count in the population and have no point(?:, as there is no place for them on a logarithmic axis)?\.",
         lambda i, m: want(i, m.group(1) == k.c.population(at(i).name), "population is " + k.c.population(at(i).name)))
    rule(law + "#how", r"Fit: a discrete power law by maximum likelihood.*SIAM Review 51, 2009\)\. (?:%s zeros? left out, as no power law can hold (?:them|it)[^.]*\. )?(?:The share in the tail.*|The line is the law.*)" % N,
         lambda i, m: want(i, is_number(m.group(1) or "0", int((at(i).values == 0).sum())), "zeros"))
    rule(law + "#how", r"p: the fraction of 1,000 synthetic data sets.*Below 0\.1 the law is rejected; above, it is only not excluded\.")
    rule(law + "#how", r"Other laws are fitted to the same tail by maximum likelihood\..*\(section 5 there\); above 0\.1 the sign means nothing\.")


def drawn_again(l, samples=60):
    """The p of a fit by a bootstrap of our own."""
    def make():
        rng = np.random.default_rng(5)
        xmin, a, ks, _, tail = l.fit
        below, n, far = l.positive[l.positive < xmin], len(l.positive), 0
        x = np.arange(xmin, xmin + 200000, dtype=float)
        cdf = np.cumsum(x ** -a) / model.special.zeta(a, xmin)
        for _ in range(samples):
            many = rng.binomial(n, tail / n)
            u = rng.random(many)
            top = xmin + np.searchsorted(cdf, u)
            if (u > cdf[-1]).any():
                top = np.where(u > cdf[-1], (xmin + 2e5) * ((1 - u) / (1 - cdf[-1])) ** (-1 / (a - 1)), top).astype(np.int64)
            values = np.concatenate([top, rng.choice(below, n - many)]) if len(below) else top
            b = model.best_fit(values.astype(np.int64), 1)
            far += b is None or b[2] >= ks
        return far / samples
    return l.k.c.once("p " + l.name, make)


def relation_rules(k):
    c = k.c

    def relation(item, m):
        mask = c.may_link
        pick = lambda name: {"in-degree": c.indegree.astype(float), "out-degree": c.outdegree.astype(float), "PageRank": c.scores("pagerank")["Pages"]}[name][mask]
        x, y = pick(m.group(1)), pick(m.group(2))
        tied = lambda v: np.unique(np.round(v / max(v.max(initial=0), 1e-300), 9), return_inverse=True)[1] if "PageRank" else v
        rest = m.group(4)
        k.want(item, m.group(3) == c.population("out-degree"), "population")
        same = len(x) < 2 or np.ptp(x) < 1e-12 * max(1e-300, x.max()) or np.ptp(y) < 1e-9 * max(1e-300, y.max())
        if "undefined" in rest:
            return k.want(item, same or len(x) < 3 and "3 pages" in rest, "it is defined")
        pearson, kendall = rest.split(" | ")
        if same:
            return k.want(item, False, "it is undefined")
        k.want(item, is_number(pearson, float(np.corrcoef(x, y)[0, 1]), 1e-7), "Pearson %.5f" % np.corrcoef(x, y)[0, 1])
        t = model.stats.kendalltau(tied(x), tied(y)).statistic
        k.want(item, is_number(kendall, float(t), 2e-4 if c.n > 1000 else 1e-6), "Kendall %.5f" % t)
    k.rule("correlations#tr", r"(in-degree|out-degree) – (out-degree|PageRank) \| ([a-z ]+) \| (.*)", relation)
    k.rule("correlations#text", r"How strongly the scores of a page go together, from −1 to 1\.")
    k.rule("correlations#how", r"Both are computed over the pages of the population\..*JASA 61, 1966\)\.")


def component_rules(k):
    c, rule, want, n = k.c, k.rule, k.want, k.c.n
    names = ["SCC", "IN", "OUT", "Tendrils of IN", "Tendrils of OUT", "Tubes", "Other", "Disconnected"]
    ws, ss, _, _ = c.components()
    k.tie = {}

    def said(item, name, text, part):
        k.tie[name] = int(text.replace(",", ""))
        want(item, is_share(part, k.tie[name], n), "share of %d" % k.tie[name])
        if len(k.tie) == len(names):
            want(item, [k.tie[x] for x in names] in c.bowties(), "bow tie is %s" % c.bowties()[:2])
    rule("bowtie#desc", r".*", lambda i, m: [said(i, *x) for x in re.findall(r"([A-Z][A-Za-z ]*?) %s \(%s\)\." % (N, S), i[2])])
    rule("bowtie#tr", r"(SCC|IN|OUT|Tendrils of IN|Tendrils of OUT|Tubes|Other|Disconnected)  [^|]* \| %s \| %s" % (N, S), lambda i, m: said(i, *m.groups()))
    # The picture repeats the description; each of its texts must be in there.
    def pictured(item, m):
        for text in m.groups():
            want(item, text is None or any(re.search(r"(?<![\d,.])" + re.escape(text.strip()) + r"(?![\d,])", d) for d in k.descriptions), "not a figure of the bow tie: %s" % text)
    rule("bowtie#text", r"(?:Tubes )?%s (%s)|%s|%s" % (N, S[1:-1], N, S), pictured)
    core = r"The largest strongly connected component holds %s of the pages; %s leads? to it and %s (?:is|are) reached from it\." % (S, S, S)
    rule("(bowtie|found)#(text|li)", r"All pages reach each other, so that the whole crawl is the core of its bow tie\.", lambda i, m: want(i, ss.max() == n, "they do not"))
    rule("(bowtie|found)#(text|li)", core, lambda i, m: want(i, any(is_share(m.group(1), b[0], n) and is_share(m.group(2), b[1], n) and is_share(m.group(3), b[2], n) for b in c.bowties()), "bow ties %s" % c.bowties()[:2]))
    rule("(bowtie|found)#(text|li)", r"No two pages reach each other.*", lambda i, m: want(i, ss.max() == 1, "there is a core"))

    def counted(item, m):
        for count, part, sizes in ((m.group(1), m.group(2), ws), (m.group(3), m.group(4), ss)):
            want(item, is_number(count, len(sizes)) and (len(sizes) == 1 if part is None else is_share(part, int(sizes.max()), n)), "%d components, largest %d" % (len(sizes), sizes.max()))
    each = r"%s %s connected component(?:s, the largest with %s of the pages|, which holds all pages)"
    rule("(components|found)#(text|li)", r"(?:There (?:is|are) )?" + each % (N, "weakly", S) + "; " + each % (N, "strongly", S) + r"\.", counted)
    for name, sizes in (("Weakly", ws), ("Strongly", ss)):
        rule("components#tr", name + r" connected \| %s \| %s \| %s" % (N, N, S), k.figures_are(len(sizes), int(sizes.max(initial=0)), (int(sizes.max(initial=0)), n)))
    rule("bowtie#how", r"(Population: all pages\. The core is.*|After Broder et al\., “Graph structure in the Web”, Computer Networks 33, 2000;.*)")
    rule("components#how", r"Population: all pages; a page without arcs is.*\(Tarjan, SIAM J\. Comput\. 1, 1972, in the form of Pearce, Inf\. Process\. Lett\. 116, 2016\).*")


RANKS = {"rank-pagerank": "pagerank", "rank-hits": "hits", "rank-salsa": "salsa", "rank-indegree": "indegree"}


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


def ranking_rules(k):
    c, rule, want = k.c, k.rule, k.want
    k.caption, k.before = "", None

    def caption(item, m):
        k.caption, k.before, k.seen, k.title = item[2], None, [], ""
    rule("rank-.*#caption", ".*", caption)
    rule("rank-.*#@(th|span|a)", ".*", lambda i, m: setattr(k, "title", i[2]))

    def row(item, m):
        place, shown, text = m.groups()
        name = RANKS[item[0]]
        lists = c.scores(name)
        want(item, is_number(place, len(k.seen) + 1), "place %d" % (len(k.seen) + 1))
        if k.caption == "Hosts":
            sums = c.once("sums " + name, lambda: c.host_sums(lists.get("Pages", lists.get("Authorities"))))
            host = [h for h in sums if same_name(shown, h) or h == "" and shown.startswith("(")]
            if not host:
                return want(item, False, "there is no such host")
            value, all_scores, key = sums[host[0]], sorted((v for h, v in sums.items() if h), reverse=True), host[0]
        else:
            scores = lists[k.caption]
            named = found(c, shown)
            if k.title and c.named:
                exact = [u for u in named if " ".join(inert(c.names[u]).split()) == " ".join(k.title.split())]
                want(item, len(exact) == 1 or not named, "the full name says which page it is: %s" % k.title[:80])
                named = exact or named
            named = [u for u in named if u not in k.seen]
            if not named:
                return want(item, False, "there is no such page")
            key = named[0]
            value = scores[key]
            all_scores = c.once("sorted %s %s" % (name, k.caption), lambda: np.sort(scores)[::-1])
        at = all_scores[len(k.seen)]
        k.seen.append(key)
        eps = 1e-6 * max(abs(at), 1e-300) + 1e-9 * abs(all_scores[0])
        want(item, abs(value - at) <= eps, "place %s is of a score of %.9g, this has %.9g" % (place, at, value))
        want(item, is_number(text, float(value), 2e-9), "score %.9g" % value)
        if k.before is not None and k.caption != "Hosts" and abs(k.before[1] - value) < 1e-12 * max(1e-300, abs(value)):
            want(item, k.before[0] < key, "of equal pages the smaller number comes first")
        k.before = (key, value)
    rule("rank-.*#tr", r"(?:Page|Host) \| (?:Score|Sum|Arcs in)")
    rule("rank-.*#tr", r"%s \| (.*) \| %s" % (N, N), row)

    def first(item, m):
        scores = c.scores("pagerank")["Pages"]
        best = [u for u in range(c.n) if scores[u] >= scores.max() * (1 - 1e-9)]
        want(item, any(same_name(m.group(1), c.names[u]) if c.named else m.group(1) == "page %d" % u for u in best), "the best are %s" % [c.names[u] or u for u in best[:3]])
    rule("found#li", r"First by PageRank is (.*)\.", first)

    def tied(item, m):
        scores = c.scores("pagerank")["Pages"]
        many = int((scores >= scores.max() * (1 - 1e-7)).sum())
        want(item, is_number(m.group(2), many) or bool(m.group(1)) and many >= number(m.group(2))[0] == 20, "%d pages tie" % many)
        first(item, [None, m.group(3)] and re.match("(.*)", m.group(3), re.S))
    rule("found#li", r"By PageRank (at least )?%s pages are equally the first, among them (.*)\." % N, tied)
    rule("found#li", r"By PageRank all pages are equal\.", lambda i, m: want(i, np.ptp(c.scores("pagerank")["Pages"]) < 1e-9, "they are not"))
    rule("rank-.*#text", r"No arc counts, so that all scores are 0 .*", lambda i, m: want(i, c.measured == (c.loops if i[0] == "rank-hits" else 0), "there are arcs"))
    said = json_of(c, "rank-pagerank-json")

    def ended(item, m, iterations, residual):
        if item[0] == "rank-hits":
            c.scores("hits")
            want(item, is_number(iterations, 60) and (number(residual)[0] < 1e-13 and c.hits_residual < 1e-12 or is_number(residual, float(c.hits_residual), 0.3 * c.hits_residual)), "60 iterations, residual %g" % c.hits_residual)
        elif said:
            want(item, is_number(iterations, said["iterations"]) and is_number(residual, said["residual"]), "as weft rank says: %s, %s" % (said["iterations"], said["residual"]))
    rule("rank-(pagerank|hits)#text", r"After %s iterations? the residual was %s(?: \(L[12]\))?.*" % (N, N), lambda i, m: ended(i, m, m.group(1), m.group(2)))
    rule("rank-(pagerank|hits)#text", r"All %s iterations were made, as asked for; the residual of the last was %s \(L2\)\." % (N, N), lambda i, m: ended(i, m, m.group(1), m.group(2)))
    rule("rank-(pagerank|hits)#how", r"Population: all pages\. The arcs that count are [a-z, ]+\. Options: (.*)\. Stop rule.*It ended after %s (?:iterations? )?at a residual of %s\..*" % (N, N), lambda i, m: ended(i, m, m.group(2), m.group(3)))
    rule("rank-pagerank#how", r"PageRank: the probability.*1999; for pages without arcs, Boldi et al\., “Traps and pitfalls of topic-biased PageRank”, WAW 2006\)\.")
    rule("rank-hits#how", r"HITS: a page is a good authority.*J\. ACM 46, 1999\)\.")
    rule("rank-salsa#how", r"SALSA: where one finds.*ACM TOIS 19, 2001\)\.")


def json_of(c, what):
    try:
        return json.loads(open(os.path.join(c.said, what + ".txt")).read())
    except (OSError, ValueError):
        return {}


def trust_rules(k):
    c, rule, want, are = k.c, k.rule, k.want, k.figures_are
    unknown = c.state_counts["unknown"]
    rule("(trust|found)#(text|li)", r"Nobody knows: (?:which of|it is unknown of) %s pages? .*" % N, are(unknown))
    if unknown:
        rule("trust#(?!text).*", r".*", lambda i, m: want(i, i[1] in ("h2", "summary"), "nothing can be said of a crawl with unknown pages"))
        return
    f = c.fidelity()
    n, ghosts, top = f["crawled"], f["ghosts"], min(1000, f["crawled"])
    pairs = top * (top - 1) // 2
    lost = min(pairs / 2, pairs * (1 - f["hak"]) / 2) if f["x"] <= 0.5 else pairs / 2

    def three(text, value):
        v = number(text)[0]
        return abs(v - value) <= 0.5000001 * 10 ** max(0, math.floor(math.log10(max(1, value))) - 2) + 1e-9
    miss = r"%s pages? that (?:is|are) known (?:was|were) not crawled(?:, (?:%s of them )?as asking for (?:them|it) failed)?" % (N, N)
    mind = r"(?: (?:Mind: |When parts ).*)?"
    rule("(trust|found)#(text|li)", r"Of the %s pairs? among the top %s pages by PageRank (?:about|at least) (?:%s|none) \(%s\) (?:is|are) expected to be out of order, because %s\.%s" % (N, N, N, S, miss, mind),
         lambda i, m: (want(i, is_number(m.group(1), pairs) and is_number(m.group(2), top), "%d pairs of %d" % (pairs, top)), want(i, three(m.group(3) or "0", lost) and is_share(m.group(4), round(lost / pairs * 2 ** 40), 2 ** 40), "out of order: %.2f" % lost),
                       want(i, is_number(m.group(5), ghosts) and (m.group(6) is None or is_number(m.group(6), f["failed"])), "ghosts %d, failed %d" % (ghosts, f["failed"]))))
    rule("(trust|found)#(text|li)", r"Of the %s pairs? among the top %s pages by PageRank as many as half may be out of order: %s, too many for an estimate\.%s" % (N, N, miss, mind),
         lambda i, m: want(i, f["x"] > 0.5 and is_number(m.group(1), pairs) and is_number(m.group(2), top) and is_number(m.group(3), ghosts), "x = %f" % f["x"]))
    rule("(trust|found)#(text|li)", r"There are too few pages for an order: %s\.%s" % (miss, mind), lambda i, m: want(i, n < 2 and is_number(m.group(1), ghosts), "there are %d" % n))

    def again(item):
        """The parts that were crawled again, which are drawn: γ, τ and HAK of each, and of this crawl."""
        return [tuple(map(float, x)) for x in re.findall(r"At a fidelity of ([\d.]+) tau is ([\d.−-]+) and HAK ([\d.−-]+)\.", item)], re.search(r"This crawl has a fidelity of ([\d.]+) and a HAK of ([\d.]+)\.", item)

    def off(item, m):
        parts = [again(i[2])[0] for i in k.items if i[0] == "trust" and i[1] == "desc" and i[2].startswith("At a fidelity")][0]
        cells = [x for x in json_of(k.c, "calibration-json").get("blocks", []) if x["shares"] and x["shares"][0]["sets"]]
        cells.sort(key=lambda x: x["gamma"]["value"])
        # Where some parts have a HAK and no order, the mean HAK of a dot is not that of the parts that have both: those are only told.
        errors = [abs(x["error"]) if x["hak_sets"] != x["shares"][0]["sets"] else abs(t - h) for x, (_, t, h) in zip(cells, parts, strict=True)] if cells else [abs(t - h) for _, t, h in parts]
        want(item, abs(number(m.group(1))[0] - np.mean(errors)) <= 0.002, "of the parts that are drawn: %s" % errors)
    rule("(trust|found)#(text|li)", r"When parts of this crawl were crawled again, HAK.*?was off by %s on average from .*τ as measured on the best 30 %% of the pages\." % N, off)
    rule("trust#desc", r"At a fidelity of .*", lambda i, m: want(i, is_number(again(i[2])[1].group(1), f["gamma"], 2e-6) and is_number(again(i[2])[1].group(2), f["hak"], 2e-6), "γ and HAK of the crawl"))
    rule("(trust|found)#(text|li)", r"(?:But for excluded pages )?[nN]o link leads to a page that was not crawled.*", lambda i, m: want(i, ghosts == 0, "ghosts: %d" % ghosts))
    rule("trust#li", r"(?:With )?(?:[Ll]ess|[Ff]ewer) than (1,000|half) .*", lambda i, m: want(i, n < 1000 if m.group(1) == "1,000" else f["gamma"] < 0.5, "n = %d, γ = %f" % (n, f["gamma"])))
    rule("trust#li", r"X is over 1/2:.*", lambda i, m: want(i, f["x"] > 0.5, "x = %f" % f["x"]))
    within = r"(?: \(%s to %s\))?" % (N, N)
    interval = lambda i, low, high, value: want(i, low is None or number(low)[0] - 1e-4 <= value <= number(high)[0] + 1e-4, "the interval holds its value")
    for label, value in (("Crawled pages", n), ("Known, not crawled", ghosts), ("Of these failed", f["failed"]), ("Mean impact Im", f["im"]), ("Out of place x", f["x"]), ("HAK, converged", f["hak2"])):
        rule("trust#tr", re.escape(label) + r" \| " + N, lambda i, m, v=value: want(i, is_number(m.group(1), v, 2e-6 if isinstance(v, float) else 0), "want %s" % v))
    for label, value in (("Fidelity γ", f["gamma"]), ("HAK(?:, the τ to be expected)?", f["hak"])):
        rule("trust#tr", label + r" \| " + N + within, lambda i, m, v=value, l=label: (want(i, is_number(m.group(1), v, 2e-6), "want %f" % v), interval(i, m.group(2), m.group(3), v), drawn(i, m, l)))

    def drawn(item, m, label):
        """The interval, by draws of our own."""
        if not m.group(2):
            return
        j = json_of(c, "fidelity-json").get("gamma_interval" if "γ" in label else "hak_interval") or {}
        want(item, bool(j) and is_number(m.group(2), j["low"]) and is_number(m.group(3), j["high"]), "the interval of weft fidelity: %s" % j)
        low, high = intervals(c)["γ" in label]
        width = max(high - low, 1e-3)
        want(item, abs(number(m.group(2))[0] - low) < 0.2 * width and abs(number(m.group(3))[0] - high) < 0.2 * width, "interval by draws of our own: %.4f to %.4f" % (low, high))
    rule("trust#tr", r"A whole crawl \| about %s pages" % N, lambda i, m: want(i, three(m.group(1), n / f["gamma"]), "n/γ = %f" % (n / f["gamma"])))
    rule("trust#tr", r"Recrawl, best 30 %.*", lambda i, m: k.c.once("by Recrawl, drawn", list).append(i[2]))
    rule("trust#desc", r"HAK falls from 1 at x = 0 to 0 at x = 1/2.*This crawl has x = %s and a HAK of %s\." % (N, N), lambda i, m: want(i, is_number(m.group(1), f["x"], 2e-6) and is_number(m.group(2), f["hak"], 2e-6), "x %f HAK %f" % (f["x"], f["hak"])))
    gammas = f["gammas"][f["mask"]]
    rule("trust#desc", r"%s of the pages have γ = 1: all of their links lead to crawled pages\. %s have less than 1/2\." % (S, S),
         lambda i, m: want(i, is_share(m.group(1), int((gammas == 1).sum()), n) and is_share(m.group(2), int((gammas < 0.5).sum()), n), "%d and %d of %d" % ((gammas == 1).sum(), (gammas < 0.5).sum(), n)))
    rule("trust#text", r"\d+(\.\d)?")  # ticks
    rule("trust#text", r"γ of a page; the last bar is 1 itself")
    parts = int(f["part"].sum())
    rule("trust#caption", r"The best %s pages, missing ones included" % N, are(min(1000, parts)))
    best = lambda v, only: sorted((u for u in range(c.n) if f["part"][u] and (not only or v[u] > 0)), key=lambda u: (-v[u], u))[:1000]

    def top_share(item, m):
        v = f["links_in"] if "link" in m.group(1) else np.round(f["scores"] / f["scores"].max(), 11)
        us = best(v, "link" in m.group(1))
        have = sum(bool(f["mask"][u]) for u in us)
        want(item, is_share(m.group(2), have, len(us)) and is_share(m.group(3), len(us) - have, len(us)), "%d of %d" % (have, len(us)))
    rule("trust#tr", r"(by in-links|by PageRank) \| %s \| %s" % (S, S), top_share)
    k.next = ""
    rule("trust#caption", ".*", lambda i, m: (setattr(k, "next", i[2]), setattr(k, "listed", [])))
    rule("trust#@.*", ".*")
    find = lambda shown: found(c, shown)

    def risk(item, m):
        place, shown, source, share = m.groups()
        x = f["scores"]
        order = sorted((u for u in range(c.n) if f["mask"][u]), key=lambda u: -round(x[u] / x.max(), 11))
        ok = False
        for u in find(shown):
            for v in find(source):
                arc = ((f["s"] == v) & (f["t"] == u)).any()
                ok |= bool(arc and is_share(share, round(2 ** 40 * 0.85 * x[v] / f["d"][v] / x[u]), 2 ** 40))
        want(item, ok, "share of the PageRank by that link")
        u = find(shown)[0]
        want(item, abs(x[order[int(place.replace(",", "")) - 1]] - x[u]) < 1e-9 * x.max(), "place by PageRank")
    rule("trust#tr", r"%s \| (.*) ← (.*) \| %s" % (N, S), risk)

    def help_row(item, m):
        place, shown, crawled, missing, gain = m.groups()
        sums, have, gone = {}, {}, {}
        for u in range(c.n):
            h = c.hosts_of[u]
            have[h] = have.get(h, 0) + int(f["mask"][u])
            if f["missing"][u] and f["links_in"][u]:
                gone[h] = gone.get(h, 0) + 1
                sums[h] = sums.get(h, 0) + f["wanted"][u]
        hosts = [h for h in have if same_name(shown, h) or h == "" and shown.startswith("(")]
        want(item, any(is_number(crawled, have[h]) and is_number(missing, gone.get(h, 0)) and is_number(gain, float(sums.get(h, 0)), 1e-9) for h in hosts), "host: %s" % [(have[h], gone.get(h), sums.get(h)) for h in hosts])
    rule("trust#tr", r"%s \| (.*) \| %s \| %s \| %s" % (N, N, N, N), help_row)

    def wanted(item, m):
        place, shown, gain = m.groups()
        us = [u for u in find(shown) if f["missing"][u]]
        k.listed.append(shown)
        order = np.sort(f["wanted"][f["missing"]])[::-1]
        want(item, any(is_number(gain, float(f["wanted"][u]), 1e-9) and abs(f["wanted"][u] - order[int(place) - 1]) < 1e-12 for u in us), "gain %s, place has %s" % ([f["wanted"][u] for u in us], order[int(place) - 1]))
    rule("trust#tr", r"%s \| (.*) \| %s" % (N, N), wanted)
    rule("trust#desc", r"Kendall.*|.*τ.*", lambda i, m: k.c.once("drawn", list).append(i[2]))
    rule("trust#(title|figcaption)", ".*")
    rule("trust#how", r"γ of a page is the share.*pages without links have γ = 1.*HAK = 1 − 4D/\(n\(n − 1\)\).*Applied Network Science 4, 2019\.\)")
    rule("trust#how", r"Population: %s pages?, all that were fetched or redirected, or have links though they failed\..*PageRank: α = 0\.85.*30 iterations of the power method.*" % N, are(n))
    rule("trust#how", r"In parentheses: 95 % intervals of 1,000 draws.*")
    rule("trust#how", r"(?:In words|A whole crawl):? .*\(1 − HAK\)/2.*best 1,000 pages.*")
    rule("trust#how", r"(The curve is the formula of HAK.*|Measured: the %s crawled pages and the %s links between them.*|The crawl was not crawled again.*)" % (N, N),
         lambda i, m: m.group(2) and want(i, is_number(m.group(2), n) and is_number(m.group(3), int(f["mask"][f["t"]].sum())), "crawled pages %d, links %d" % (n, f["mask"][f["t"]].sum())))
    rule("trust#how", r"A page at risk.*")


def intervals(c):
    def make():
        f = c.fidelity()
        rng = np.random.default_rng(3)
        each = max(1, (c.n + 999) // 1000)
        groups = np.array([hash(h) for h in c.hosts_of]) if c.named else np.arange(c.n) // each
        if c.named and len(set(groups[f["mask"]])) < 5:
            groups = np.arange(c.n) // each
        _, g = np.unique(groups, return_inverse=True)
        size = lambda w: np.bincount(g, weights=w, minlength=g.max() + 1)
        count, gamma, im = size(f["mask"] * 1.0), size(np.where(f["mask"], f["gammas"], 0)), size(np.where(f["mask"], f["im_each"], 0))
        have = np.flatnonzero(count)
        gs, hs = [], []
        for _ in range(4000):
            pick = rng.choice(have, len(have))
            n = count[pick].sum()
            y = gamma[pick].sum() / n
            x = (1 - y) * im[pick].sum() / n
            gs.append(y)
            hs.append(1 - 4 * (n - n * x) * n * x / (n * (n - 1)) if n > 1 else 1)
        return [tuple(np.percentile(v, [2.5, 97.5])) for v in (hs, gs)]
    return c.once("intervals", make)


def link_rules(k):
    c, rule, want, are = k.c, k.rule, k.want, k.figures_are
    if not c.named:
        return
    between = c.between()
    total = sum(between.values())
    every = set(c.hosts_of)
    host = lambda shown: c.once("host " + shown, lambda: [h for h in every if same_name(shown, h) or h == "" and shown.startswith("(")])

    def summed(item, m):
        want(item, is_number(m.group(1), total) and is_share(m.group(2), total, c.arcs) and is_number(m.group(3), len(between)), "%d arcs, %d pairs" % (total, len(between)))
        a, b = host(m.group(4)), host(m.group(5))
        want(item, any(between.get((x, y)) == max(between.values()) and is_number(m.group(6), between[x, y]) for x in a for y in b), "the heaviest pair")
    rule("links#text", r"%s arcs? leads? from one host to another \(%s of all arcs\), between %s pairs? of hosts\. (?:Most lead|It leads|They lead|None joins more than, among others, those) from (.*) to (.*): %s\.(?: Pages whose names are no URLs .*)?" % (N, S, N, N), summed)
    rule("links#text", r"%s arcs? leads? from one host to another \(%s of all arcs\)(?:, between %s pairs? of hosts)?[.:] (?:It leads|They lead|All lead)? ?from (.*) to (.*)\.()" % (N, S, N),
         lambda i, m: want(i, len(between) == 1 and is_number(m.group(1), total), "%d arcs of %d pairs" % (total, len(between))))

    def pair(item, m):
        want(item, any(is_number(m.group(3), between.get((a, b), -1)) and is_share(m.group(4), between[a, b], total) for a in host(m.group(1)) for b in host(m.group(2)) if (a, b) in between), "arcs of the pair")
    rule("links#tr", r"(.*) → (.*) \| %s \| %s" % (N, S), pair)
    rule("links#tr", r"[\d |]+")  # heads
    busy = {}
    for (a, b), w in between.items():
        busy[a] = busy.get(a, 0) + w
        busy[b] = busy.get(b, 0) + w
    least = sorted(busy.values(), reverse=True)[:12]
    inside = c.host_arcs()
    k.rows = []

    def matrix(item, m):
        cells = [x.strip() for x in item[2].split("|")]
        shown = re.sub(r"^\d+ ", "", cells[0])
        k.rows.append((shown, cells[1:], item))
        want(item, any(busy.get(h, 0) >= least[-1] for h in host(shown)), "a host with the most arcs to and from others")
    rule("links#tr", r"\d+ .* \|.*|\d+ [^|]*", matrix)

    def cell(item, m):
        a, b = host(m.group(1)), host(m.group(2))
        want(item, any(is_number(m.group(3).replace("no arc", "0"), inside.get((x, y), 0)) for x in a for y in b), "arcs %s" % [inside.get((x, y), 0) for x in a for y in b])
    rule("links#@td", r"(.*) → (.*): links inside a host are not shown", lambda i, m: want(i, m.group(1) == m.group(2), "these are two hosts"))
    rule("links#@td", r"(.*) → (.*): (%s|no arc)(?: arcs?)?.*" % N[1:-1], cell)
    rule("links#@td", r"(inside|within) (.*): (%s|no arc)(?: arcs?)?.*" % N[1:-1], lambda i, m: want(i, any(is_number(m.group(3).replace("no arc", "0"), inside.get((x, x), 0)) for x in host(m.group(2))), "arcs inside"))
    rule("links#@(th|span)", ".*")
    rule("links#(caption|text)", r"(?:Who links to whom.*|[^\d]*)")

    def held(item, m):
        shown = {h for r in k.rows for h in host(r[0])}
        have = sum(w for (a, b), w in between.items() if a in shown and b in shown)
        want(item, is_number(m.group(1), have) and is_number(m.group(2), total) and is_share(m.group(3), have, total), "%d of %d" % (have, total))
    rule("links#text", r"The matrix holds %s of %s arcs? between hosts \(%s\); the rest joins other hosts\." % (N, N, S), held)
    rule("links#how", r"An arc between pages of different hosts counts once for its pair of hosts.*Shares are of all arcs between hosts\. Pairs: (.*)")
    rule("links#how", r"Matrix: .*")


def word_rules(k):
    c, rule, want = k.c, k.rule, k.want
    rule("words#text", r"%s texts? (?:was|were) kept with the arcs; these are the commonest\." % N, k.figures_are(len(c.anchors)))
    ranked = sorted(c.texts.values(), reverse=True)
    k.word = 0

    def word(item, m):
        count = int(m.group(2).replace(",", ""))
        shown = " ".join(m.group(1).split())
        want(item, any(" ".join(inert(t).split()) == shown and n == count for t, n in c.texts.items()), "text and its count")
        want(item, k.word < len(ranked) and count == ranked[k.word] and is_share(m.group(3), count, len(c.anchors)), "place and share")
        k.word += 1
    rule("words#tr", r"Text \| .*")
    rule("words#tr", r"(.*) \| %s \| %s" % (N, S), word)
    rule("words#tr", r"()%s \| %s" % (N, S), word)


def distance_rules(k):
    c, rule, want = k.c, k.rule, k.want

    def near(item, text, value, low=None, high=None, what=""):
        """HyperBall's estimates: within four times their error, which the interval of 95 % tells."""
        error = (number(high)[0] - number(low)[0]) / 2 if low else 0.1 * value
        want(item, abs(number(text)[0] - value) <= 2.5 * error + number(text)[1] + 0.02 * value, "%s: exactly %.4f" % (what, value))

    def exact():
        pairs, _ = c.distances()
        total = sum(pairs.values())
        mean = sum(d * n for d, n in pairs.items()) / total if total else 0
        below, at = 0, 0
        for d in sorted(pairs):
            if below + pairs[d] >= 0.9 * total:
                at = d - 1 + (0.9 * total - below) / pairs[d]
                break
            below += pairs[d]
        return mean, at, 100 * total / max(1, c.n * (c.n - 1)), max(pairs, default=0)
    k.exact_distances = exact
    if c.distances() is None:
        return
    rule("(distances|found)#(text|li)", r"Where one page leads to another, it takes %s links? on average; the effective diameter is %s: nine of ten such pairs lie within it, interpolated between whole numbers of links; %s of all pairs are joined so\." % (N, N, S),
         lambda i, m: [want(i, is_number(m.group(j + 1).rstrip(" %"), (1, 1, 100)[j] * json_of(c, "distances-json")[("average_distance", "effective_diameter", "reachable_pairs")[j]]["value"]), "as weft distances says") or want(i, abs(number(m.group(j + 1).rstrip(" %"))[0] - exact()[j]) <= 0.06 + 0.12 * exact()[j], "exactly %.3f" % exact()[j]) for j in range(3)])
    rule("distances#tr", r"Longest distance \| at least " + N, lambda i, m: want(i, number(m.group(1))[0] <= max(c.distances()[0], default=0) and is_number(m.group(1), max(0, len(said["neighbourhood"]) - 1)), "exactly %d" % max(c.distances()[0], default=0)))
    rule("distances#tr", r"Runs \| " + N, lambda i, m: want(i, m.group(1) == "4", "four runs by default"))
    said = json_of(c, "distances-json")
    rule("distances#tr", r"Error of harmonic \| %s, at worst %s" % (S, S), lambda i, m: want(i, is_share(m.group(1), round(2 ** 40 * said["harmonic_error"]["rms"]), 2 ** 40) and is_share(m.group(2), round(2 ** 40 * said["harmonic_error"]["worst"]), 2 ** 40), "as weft distances says: %s" % said["harmonic_error"]))

    def level(item, m):
        pairs, _ = c.distances()
        all_pairs, here = sum(pairs.values()), pairs.get(int(m.group(1)), 0)
        want(item, abs(number(m.group(2))[0] - here) <= 0.3 * here + 0.02 * all_pairs, "exactly %d pairs" % here)
        hood = said["neighbourhood"]
        t = int(m.group(1))
        want(item, is_share(m.group(3), round((hood[t] - hood[t - 1]) / (hood[-1] - hood[0]) * 2 ** 40), 2 ** 40), "share of the pairs")
    rule("distances#tr", r"%s \| %s \| %s" % (N, N, S), level)
    k.far = []

    def harmonic(item, m):
        _, h = c.distances()
        us = found(c, m.group(2))
        rms = said.get("harmonic_error", {}).get("rms", 0.1)
        place = int(m.group(1)) - 1
        want(item, place >= len(said["top"]) or is_number(m.group(3), said["top"][place]["score"]), "as weft distances says")
        want(item, any(abs(number(m.group(3))[0] - h[u]) <= (0.01 + 4 * max(rms, said.get("harmonic_error", {}).get("worst", 0) / 2)) * h[u] + 0.01 for u in us), "exactly %s" % [h[u] for u in us])
        want(item, is_number(m.group(1), len(k.far) + 1) and (not k.far or number(m.group(3))[0] <= k.far[-1]), "place")
        k.far.append(number(m.group(3))[0])
    rule("distances#tr", r"Page \| Σ 1/distance")
    rule("distances#tr", r"%s \| (.*) \| %s" % (N, N), harmonic)
    rule("distances#@.*", ".*")
    rule("distances#how", r"(Estimated by HyperBall.*ICDM Workshops 2013.*|The harmonic centrality of a page is the sum of 1/distance.*)")

    def stated(i, m, j):
        e, scale = said[("average_distance", "effective_diameter", "reachable_pairs")[j]], (1, 1, 100)[j]
        want(i, all(is_number(m.group(g), scale * e[x]) for g, x in ((1, "value"), (2, "low"), (3, "high"))), "as weft distances says: %s" % e)
        near(i, m.group(1), exact()[j], m.group(2), m.group(3), "distance figure %d" % j)
    for j, label in enumerate(("[Aa]verage(?: distance)?", "(?:within it 90 %|90 % are within|[Ee]ffective diam(?:eter|\\.)|90 % within|Nine of ten within)", "(?:[Jj]oined pairs|Pairs that are joined|[Rr]eachable pairs)")):
        rule("distances#tr", label + r" \| " + N + r"(?: %)?(?: \(" + N + "(?: %)? to " + N + r"(?: %)?\))?", lambda i, m, j=j: stated(i, m, j))


def other_rules(k):
    c, rule, want = k.c, k.rule, k.want
    apart = c.s != c.t
    s, t = c.s[apart], c.t[apart]
    pairs = set(zip(s.tolist(), t.tolist()))
    back = sum(1 for u, v in pairs if (v, u) in pairs)
    density = len(pairs) / (c.n * (c.n - 1)) if c.n > 1 else 0
    rule("reciprocity#text", r"No link leads from one page to another, so that none is returned\.", lambda i, m: want(i, len(pairs) == 0, "there are links"))
    rule("reciprocity#tr", r"Returned \| %s of %s links? between different pages, %s" % (N, N, S),
         lambda i, m: want(i, is_number(m.group(1), back) and is_number(m.group(2), len(pairs)) and is_share(m.group(3), back, len(pairs)), "%d of %d" % (back, len(pairs))))
    rule("reciprocity#tr", r"Beyond chance \| (\S+) \(0 is chance, 1 is all\)", lambda i, m: want(i, is_number(m.group(1), (back / len(pairs) - density) / (1 - density), 1e-9), "rho"))
    rule("reciprocity#tr", r"Beyond chance \| none: every page links to every other", lambda i, m: want(i, density == 1, "density is %f" % density))
    rule("reciprocity#how", r"(A link between different pages is returned|Beyond chance: ).*")

    out, ins = np.bincount(s, minlength=c.n), np.bincount(t, minlength=c.n)

    def correlation(item, m):
        x, y = {"Out": out, "In": ins}[m.group(1)][s], {"out": out, "in": ins}[m.group(2)][t]
        if len(x) == 0 or np.ptp(x) == 0 or np.ptp(y) == 0:
            return want(item, m.group(3).startswith("none"), "one does not vary")
        r = float(np.corrcoef(x, y)[0, 1])
        want(item, is_number(m.group(3), r, 1e-9), "r = %.6f" % r)
    rule("assortativity#tr", r"Links \| %s between different pages" % N, lambda i, m: want(i, is_number(m.group(1), len(pairs)), "%d links" % len(pairs)))
    rule("assortativity#tr", r"(Out|In), (out|in) \| (.*)", correlation)
    rule("assortativity#how", r"(Each figure is Pearson’s correlation|Above 0 pages link to pages of like degree).*")


def terminal_rules(k):
    """What info, components, degrees, rank and fidelity print."""
    c, rule, want, are, s, n = k.c, k.rule, k.want, k.figures_are, k.c.state_counts, k.c.n
    one = lambda label, value, rest="": rule("info#line", label + r" +" + N + rest, are(value))
    one("pages", n)
    for state, label in (("fetched", "fetched"), ("ghost", "ghosts"), ("redirected", "redirected"), ("failed", "failed"), ("excluded", "excluded"), ("unknown", "unknown")):
        one("  " + label, s[state])
    one("arcs", c.arcs)
    rule("info#line", r"  (link|embed|redirect|refresh|canonical|alternate|next|prev|nofollow) +" + N, lambda i, m: want(i, is_number(m.group(2), c.kind_counts[m.group(1)]), "want %d" % c.kind_counts[m.group(1)]))
    one("self-loops", c.loops)
    one("dangling", c.dangling, " .*")
    one("hosts", len(c.hosts))
    one("domains", len(c.domains))
    one("anchor texts", len(c.anchors))
    rule("info#line", r"mind +it is unknown of %s pages? .*" % N, are(s["unknown"]))
    rule("info#line", r"bits per arc +" + N, lambda i, m: want(i, c.arcs > 0 and is_number(m.group(1), *bits_per_arc(graph_base(c.folder) + ".properties", c.arcs)), "bits per arc"))
    rule("info#line", r"names +none")
    rule("info#line", r"(on disk|made by|  ).*")
    ws, ss, _, _ = c.components()
    for label, sizes in (("weak", ws), ("strong", ss)):
        rule("components#line", label + r" +%s components?, the largest of %s pages?" % (N, N), are(len(sizes), int(sizes.max(initial=0))))
    rule("components#line", r"bow tie +none: no two pages reach each other", lambda i, m: want(i, ss.max(initial=0) <= 1, "there is a core"))
    for j, label in enumerate(("SCC", "IN", "OUT", "tendrils of IN", "tendrils of OUT", "tubes", "other", "disconnected")):
        rule("components#line", label + r" +%s +%s" % (N, S), lambda i, m, j=j: want(i, any(is_number(m.group(1), b[j]) and is_share(m.group(2), b[j], n) for b in c.bowties()), "bow ties %s" % c.bowties()[:1]))
    names = {"in-degree": "in-degree", "out-degree": "out-degree", "total degree": "total-degree", "in-degree of hosts": "host-in", "out-degree of hosts": "host-out", "pages of a host": "host-size",
             "weak component sizes": "wcc-size", "strong component sizes": "scc-size"}

    def law(item, m):
        l = c.once("law " + names[m.group(1)], lambda: Law(k, names[m.group(1)]))
        want(item, m.group(2) == c.population(l.name) and (m.group(3) == "–" if not len(l.values) else is_number(m.group(3), float(l.values.mean()))) and is_number(m.group(4), int(l.values.max(initial=0))), "population, mean, largest")
        fit = re.fullmatch(r"x_min %s, exponent %s ± %s, tail %s \(%s\), p (?:= |< )[\d.]+.*" % (N, N, N, N, S), m.group(5))
        if fit and l.fit:
            want(item, is_number(fit.group(1), l.fit[0]) and is_number(fit.group(2), l.fit[1], 2e-6) and is_number(fit.group(3), l.fit[3], 1e-5) and is_number(fit.group(4), l.fit[4]) and is_share(fit.group(5), l.fit[4], len(l.values)), "%s" % (l.fit,))
        else:
            want(item, not fit and not l.fit and m.group(5).startswith("no fit"), "fit is %s" % (l.fit,))
    rule("(degrees|components)#line", "(" + "|".join(sorted(names, key=len, reverse=True)) + r") +(all pages|fetched pages|fetched and unknown pages|all hosts|weak components|strong components) +(%s|–) +%s   (.*)" % (N[1:-1], N), law)
    rule("degrees#line", r"[a-z-]+, [a-z-]+ +(Pearson|no correlation).*")  # of the report, too
    f = c.fidelity() if not s["unknown"] and n else None
    if f:
        rule("fidelity#line", r"crawled +%s of %s known pages?.*" % (N, N), are(f["crawled"], f["crawled"] + f["ghosts"]))
        rule("fidelity#line", r"γ +%s.*" % N, lambda i, m: want(i, is_number(m.group(1), f["gamma"], 2e-6), "γ %f" % f["gamma"]))
        rule("fidelity#line", r"Im +%s:.*" % N, lambda i, m: want(i, is_number(m.group(1), f["im"], 2e-6), "Im %f" % f["im"]))
        rule("fidelity#line", r"x +%s:.*" % N, lambda i, m: want(i, is_number(m.group(1), f["x"], 2e-6), "x %f" % f["x"]))
        rule("fidelity#line", r"HAK +%s.*converged %s" % (N, N), lambda i, m: want(i, is_number(m.group(1), f["hak"], 2e-6) and is_number(m.group(2), f["hak2"], 2e-6), "HAK %f, %f" % (f["hak"], f["hak2"])))
    rule("fidelity#line", r".*")  # lists, which the report has, too
    k.list = ""

    def place(item, m):
        scores = {"pages": "Pages", "authorities": "Authorities", "hubs": "Hubs"}.get(k.list)
        us = found(c, m.group(3))
        if scores and us:
            v = c.scores(item[0][5:])[scores]
            want(item, any(abs(number(m.group(2))[0] - v[u]) <= number(m.group(2))[1] * 1.01 + 2e-9 for u in us), "score %s" % [v[u] for u in us])
    rule("rank-[a-z]+#line", r"(pages|authorities|hubs|hosts, by .*)", lambda i, m: setattr(k, "list", i[2]))
    rule("rank-[a-z]+#line", r" *(\d+)  %s +(.*)" % N, place)
    rule("rank-[a-z]+#line", r"(pagerank|hits) +\d+ iterations?, .*")  # of the report, too


def lines(c):
    items = []
    for what in ("info", "components", "degrees", "rank-pagerank", "rank-hits", "rank-salsa", "rank-indegree", "fidelity"):
        path = os.path.join(c.said, what + ".txt")
        for line in model.read_lines(path) if os.path.exists(path) else []:
            if line.strip():
                items.append((what, "line", line.rstrip()))
    return items


def how_rules(k):
    rule = k.rule
    rule("found#how", r"Bits per arc are the length.*WWW 2004\), without offsets and names, divided by its arcs\.")
    rule("made#how", r"Checksums are SHA-256, shortened to twelve digits.*")
    rule("rank-.*#how", r"[^\d]*")


def main():
    root, only = sys.argv[1], sys.argv[2:]
    suffixes, failed = PublicSuffixList(), 0
    print("%-14s %8s %8s %8s %6s %6s" % ("crawl", "pages", "arcs", "figures", "wrong", "left"))
    for name in sorted(os.listdir(root)):
        folder = os.path.join(root, name)
        if only and name not in only or not os.path.exists(os.path.join(folder, "page.html")):
            continue
        c = model.Crawl(folder, suffixes)
        k = Checker(name, c)
        items = Page(open(os.path.join(folder, "page.html"), encoding="utf-8").read()).items
        k.items = items
        k.descriptions = [i[2] for i in items if i[0] == "bowtie" and i[1] == "desc"]
        report_rules(k)
        k.run(items)
        k.rules = []
        terminal_rules(k)
        k.run(lines(c))
        print("%-14s %8d %8d %8d %6d %6d" % (name, c.n, c.arcs, k.figures, len(k.wrong), len(k.left)))
        for w in k.wrong:
            print("  wrong: " + w)
        for w in k.left:
            print("  left:  " + w)
        failed |= bool(k.wrong or k.left)
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
