"""Checks every figure that weft says of the crawls of make.py against model.py: check.py DIR [CRAWL…].

A rule is a pattern of a whole item of text, and what its figures must be. An item with a figure that no rule takes is listed, so that
none is passed over. Exit status: 0 if all figures are right and none is left, 1 if not.
"""
import json, math, os, re, sys
import numpy as np
from publicsuffixlist import PublicSuffixList
import compared, model, parts
from figures import *
from page import Page

def graph_base(folder):
    base = os.path.join(folder, "crawl")
    if os.path.exists(os.path.join(base, "snapshot")):
        base = os.path.join(base, "snapshot")
    return os.path.join(base, "graph") if os.path.isdir(base) else base


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
        p = re.search(r"\bp (?:= )?((?:< )?[\d.]+)", item[2])
        if p and "not tested" not in item[2]:
            want(item, said_p(k.c, l.name, p.group(1).rstrip(".")) and ("rejected" in item[2]) == (p.group(1)[0] == "<" or float(p.group(1).rstrip(".")) < 0.1), "p as weft says elsewhere, and a verdict by it")
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
    rule(".*#(li|text)", "A power law for the " + nouns + r" is rejected at 10 %: p (?:<|=) [\d.]+ for the best fit, with " + E + X + r"\.(?P<better>.*)", lambda i, m: fitted(i, m, 1))
    rule(".*#(li|text)", "The best-fitting power law of the " + nouns + X + " has " + E + r"; its fit was not tested\.", lambda i, m: fitted(i, m, 1))
    def unfitted(item, m, l=None):
        l = l or get(NOUNS[m.group(1)])
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
    law = r"laws/.*"
    rule("laws#text", r"(?:The arcs that count are .* span a factor of 10\.|\d+ more laws)")
    titles = {"In-degree": "in-degree", "Out-degree": "out-degree", "Total degree": "total-degree", "In-degree of hosts": "host-in", "Out-degree of hosts": "host-out", "Size of hosts": "host-size",
              "Sizes of strong components": "scc-size", "Sizes of weak components": "wcc-size"}

    def bare(item, m):
        l = get(titles[m.group(1)])
        want(item, is_number(m.group(2), len(l.values)) and (m.group(3) == "–" or is_number(m.group(3), float(l.values.mean()))) and is_number(m.group(4), int(l.values.max(initial=0))), "values, mean, largest")
        unfitted(item, re.match(r"()(.*)", "the best tail" in m.group(5) and m.group(5) + ", and a law needs 50 that span a factor of 10" or m.group(5)), l)
    rule("laws/unfitted#tr", r"Distribution \| .*")
    rule("laws/unfitted#tr", r"(%s) \| %s \| (%s|–) \| %s \| (.*)" % ("|".join(sorted(titles, key=len, reverse=True)), N, N[1:-1], N), bare)
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
        verdict = "cannot be distinguished" if number(said)[0] >= 0.1 else "is more likely" if ratio < 0 else "is less likely"
        want(item, m.group(2) == verdict, "verdict: " + verdict)
    rule(law + "#tr", r"(Log-normal|Exponential|Power law with exponential cut-off)(?: law)?\s+(cannot be distinguished|is more likely|is less likely) \| %s \| ((?:< )?[\d.]+)" % N, rival)

    def described(item, m):
        l = at(item)
        want(item, is_number(m.group(1), int(l.values.max())), "largest %d" % l.values.max())
        if m.group(2) and not l.fit:
            return want(item, False, "no law should be stated")
        rest = re.fullmatch(r" The fitted line begins at %s(?:, where %s of the values remain,)? and has exponent %s\." % (N, S, N), m.group(2)) if m.group(2) else None
        if rest:
            want(item, is_number(rest.group(1), l.fit[0]) and is_number(rest.group(3), l.fit[1], 2e-6), "x_min and exponent %s" % (l.fit,))
            if rest.group(2):
                want(item, is_share(rest.group(2), int((l.values >= l.fit[0]).sum()), len(l.values)), "share of the tail in the population")
        else:
            want(item, not m.group(2), "unreadable")
    rule(law + "#desc", r"Plot with logarithmic axes: the fraction of values that are at least x, for x up to %s\.(.*)" % N, described)
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
        rest = m.group(4).replace(" | – | –", "")
        k.want(item, m.group(3) == c.population("out-degree"), "population")
        same = len(x) < 2 or np.ptp(x) < 1e-12 * max(1e-300, x.max()) or np.ptp(y) < 1e-9 * max(1e-300, y.max())
        if "|" not in rest or "equal" in rest or "pages" in rest:
            return k.want(item, same or len(x) < 3 and "3 pages" in rest, "it is defined")
        pearson, kendall = rest.split(" | ")
        if same:
            return k.want(item, False, "it is undefined")
        k.want(item, is_number(pearson, float(np.corrcoef(x, y)[0, 1]), 1e-7), "Pearson %.5f" % np.corrcoef(x, y)[0, 1])
        t = model.stats.kendalltau(tied(x), tied(y)).statistic
        k.want(item, is_number(kendall, float(t), 2e-4 if c.n > 1000 else 1e-6), "Kendall %.5f" % t)
    k.rule("laws/correlations#tr", r"(in-degree|out-degree) \| (out-degree|PageRank) \| ([a-z ]+) \| (.*)", relation)
    k.rule("laws/correlations#tr", r"correlation of .*")
    k.rule("laws/correlations#text", r"Correlation between the scores of pages, from −1 to 1\.")
    k.rule("correlations#how", r"Both are computed over the pages of the population\..*JASA 61, 1966\)\.")


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
    miss = r"%s known pages? (?:was|were) not crawled(?:, (?:%s of them )?because requests for (?:them|it) failed)?" % (N, N)
    mind = ""
    rule("(trust|found)#(text|li)", r"Of the %s pairs? among the top %s crawled pages by PageRank (?:about|at least) (?:%s|none) \(%s\) (?:is|are) expected to be out of order, because %s\. This counts against a walk .*%s" % (N, N, N, S, miss, mind),
         lambda i, m: (want(i, is_number(m.group(1), pairs) and is_number(m.group(2), top), "%d pairs of %d" % (pairs, top)), want(i, three(m.group(3) or "0", lost) and is_share(m.group(4), round(lost / pairs * 2 ** 40), 2 ** 40), "out of order: %.2f" % lost),
                       want(i, is_number(m.group(5), ghosts) and (m.group(6) is None or is_number(m.group(6), f["failed"])), "ghosts %d, failed %d" % (ghosts, f["failed"]))))
    rule("(trust|found)#(text|li)", r"Of the %s pairs? among the top %s crawled pages by PageRank up to half may be out of order: %s, too many for an estimate\.%s" % (N, N, miss, mind),
         lambda i, m: want(i, f["x"] > 0.5 and is_number(m.group(1), pairs) and is_number(m.group(2), top) and is_number(m.group(3), ghosts), "x = %f" % f["x"]))
    rule("(trust|found)#(text|li)", r"There are too few pages to estimate the order: %s\.%s" % (miss, mind), lambda i, m: want(i, n < 2 and is_number(m.group(1), ghosts), "there are %d" % n))

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
    rule("(trust|found)#(text|li)", r"This estimate is based on HAK, .* HAK was off by %s on average, on the best 30 %% of the pages\." % N, off)
    rule("trust#desc", r"At a fidelity of .*", lambda i, m: want(i, is_number(again(i[2])[1].group(1), f["gamma"], 2e-6) and is_number(again(i[2])[1].group(2), f["hak"], 2e-6), "γ and HAK of the crawl"))
    rule("(trust|found)#(text|li)", r"(?:Except for excluded pages, )?[nN]o link leads to a page that was not crawled.*", lambda i, m: want(i, ghosts == 0, "ghosts: %d" % ghosts))
    rule("trust#li", r"(?:With )?(?:[Ll]ess|[Ff]ewer) than (1,000|half) .*", lambda i, m: want(i, n < 1000 if m.group(1) == "1,000" else f["gamma"] < 0.5, "n = %d, γ = %f" % (n, f["gamma"])))
    rule("trust#li", r"X is over 1/2:.*", lambda i, m: want(i, f["x"] > 0.5, "x = %f" % f["x"]))
    within = r"(?: \(%s to %s\))?" % (N, N)
    interval = lambda i, low, high, value: want(i, low is None or number(low)[0] - 1e-4 <= value <= number(high)[0] + 1e-4, "the interval holds its value")
    for label, value in (("Crawled pages", n), ("Known, not crawled", ghosts), ("Failed among these", f["failed"]), ("Mean impact Im", f["im"]), ("Share out of place x", f["x"]), ("HAK, converged", f["hak2"])):
        rule("trust#tr", re.escape(label) + r" \| " + N, lambda i, m, v=value: want(i, is_number(m.group(1), v, 2e-6 if isinstance(v, float) else 0), "want %s" % v))
    for label, value in (("Fidelity γ", f["gamma"]), ("HAK, the expected τ", f["hak"])):
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
    rule("trust#text", r"γ of a page; the last bar is exactly 1")
    parts = int(f["part"].sum())
    rule("trust#caption", r"The best %s pages, including missing ones" % N, are(min(1000, parts)))
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
        place, share, shown, source = (x.strip() for x in m.groups())
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
    rule("trust#tr", r"%s \| %s \| (.*) \| (.*)" % (N, S), risk)

    def help_row(item, m):
        shown, crawled, missing, gain = m.groups()
        sums, have, gone = {}, {}, {}
        for u in range(c.n):
            h = c.hosts_of[u]
            have[h] = have.get(h, 0) + int(f["mask"][u])
            if f["missing"][u] and f["links_in"][u]:
                gone[h] = gone.get(h, 0) + 1
                sums[h] = sums.get(h, 0) + f["wanted"][u]
        hosts = [h for h in have if same_name(shown, h) or h == "" and shown.startswith("(")]
        held = any(x["name"] == "held" for x in json_of(c, "missing-json").get("classes", []))  # pages of traps are not suggested; the states do not name them
        want(item, any(is_number(crawled, have[h]) and (is_number(missing, gone.get(h, 0)) and is_number(gain, float(sums.get(h, 0)), 1e-9) or held and number(missing)[0] <= gone.get(h, 0)) for h in hosts), "host: %s" % [(have[h], gone.get(h), sums.get(h)) for h in hosts])
    rule("trust#tr", r"(.*) \| %s \| %s \| %s" % (N, N, N), help_row)

    def wanted(item, m):
        arcs, gain, shown = m.groups()
        us = [u for u in find(shown.strip()) if f["missing"][u]]
        want(item, any(is_number(gain, float(f["wanted"][u]), 1e-9) and is_number(arcs, int(f["links_in"][u])) for u in us), "gain %s, links %s" % ([f["wanted"][u] for u in us], [f["links_in"][u] for u in us]))
    rule("trust#tr", r"%s \| %s \| (.*)" % (N, N), wanted)
    rule("trust#tr", r"(?:rank|links|name|Crawled|share) \| .*| \| Crawled.*")
    rule("trust#desc", r"Kendall.*|.*τ.*", lambda i, m: k.c.once("drawn", list).append(i[2]))
    rule("trust#(title|figcaption)", ".*")
    rule("trust#text", r"(?:Pages of the top.*|Pages that the next.*|Hosts to complete.*|Plots and figures)")
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
    rule("info#line", r"mind +%s pages? may have been fetched or not.*" % N, are(s["unknown"]))
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
        fit = re.fullmatch(r"x_min %s, exponent %s ± %s, tail %s \(%s\), p (?:= |< )?[\w.]+.*" % (N, N, N, N, S), m.group(5))
        if fit and l.fit:
            want(item, is_number(fit.group(1), l.fit[0]) and is_number(fit.group(2), l.fit[1], 2e-6) and is_number(fit.group(3), l.fit[3], 1e-5) and is_number(fit.group(4), l.fit[4]) and is_share(fit.group(5), l.fit[4], len(l.values)), "%s" % (l.fit,))
        else:
            want(item, not fit and not l.fit and m.group(5).startswith("no fit"), "fit is %s" % (l.fit,))
    rule("(degrees|components)#line", "(" + "|".join(sorted(names, key=len, reverse=True)) + r") +(all pages|fetched pages|fetched and unknown pages|all hosts|weak components|strong components) +(%s|–) +%s  +(.*)" % (N[1:-1], N), law)
    rule("degrees#line", r"(?:in-degree|out-degree) +(?:out-degree|pagerank) +.*")  # of the report, too
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
    rule("rank-[a-z]+#line", r" *(\d+) +%s +(.*)" % N, place)
    rule("rank-[a-z]+#line", r"(pagerank|hits) +\d+ iterations?, .*")  # of the report, too


def lines(c):
    items = []
    for what in ("info", "components", "degrees", "rank-pagerank", "rank-hits", "rank-salsa", "rank-indegree", "fidelity"):
        path = os.path.join(c.said, what + ".txt")
        for line in model.read_lines(path) if os.path.exists(path) else []:
            if line.strip():
                items.append((what, "line", line.rstrip()))
    return items


def main():
    root, only = sys.argv[1], sys.argv[2:]
    suffixes, failed, held = PublicSuffixList(), 0, {}
    print("%-14s %8s %8s %8s %6s %6s" % ("crawl", "pages", "arcs", "figures", "wrong", "left"))

    def crawl(name):
        if name not in held:
            held[name] = model.Crawl(os.path.join(root, name), suffixes)
        return held[name]
    for name in sorted(os.listdir(root)):
        folder = os.path.join(root, name)
        if only and name not in only or not os.path.isdir(os.path.join(folder, "said")):
            continue
        if not os.path.exists(os.path.join(folder, "page.html")):
            print("%-14s has no page: see said/report.err" % name)
            failed = 1
            continue
        page = Page(open(os.path.join(folder, "page.html"), encoding="utf-8").read())
        several = os.path.join(folder, "compare.json")
        if os.path.exists(several):
            to = json.load(open(several))
            crawls = [crawl(x) for x in to["crawls"]]
            k = Checker(name, crawls[0])
            k.page, k.c0 = page, crawls[0]
            k.c0.cache = {x: v for x, v in k.c0.cache.items() if not x.startswith("pair ")}
            compared.rules(k, crawls, to["dates"])
            k.run(page.items)
            compared.files(k, crawls)
        else:
            k = Checker(name, crawl(name))
            k.items, k.page = page.items, page
            made_rules(k)
            law_rules(k)
            relation_rules(k)
            trust_rules(k)
            parts.rules(k)
            k.run(page.items)
            parts.files(k)
            k.rules = []
            terminal_rules(k)
            k.run(lines(k.c))
        print("%-14s %8d %8d %8d %6d %6d" % (name, k.c.n, k.c.arcs, k.figures, len(k.wrong), len(k.left)))
        for w in k.wrong:
            print("  wrong: " + w)
        for w in k.left:
            print("  left:  " + w)
        failed |= bool(k.wrong or k.left)
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
