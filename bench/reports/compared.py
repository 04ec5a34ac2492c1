"""Rules for the page of several crawls, from the models of the crawls."""
import re
from collections import Counter
import numpy as np
import model
from figures import *

STATES = {"fetched": "fetched", "redirected": "redirected", "failed": "failed", "held back": "excluded", "never requested": "ghost", "never asked": "ghost", "not known whether fetched": "unknown", "not known": "unknown", "absent": "absent"}


class Pair:
    """Two crawls, compared by the names of their pages, or by numbers."""

    def __init__(self, a, b):
        self.a, self.b = a, b
        name = lambda c: c.names if c.named else [str(u) for u in range(c.n)]
        self.A, self.B = ({x: u for u, x in enumerate(name(c))} for c in (a, b))
        self.kept, self.gone, self.new = self.A.keys() & self.B.keys(), self.A.keys() - self.B.keys(), self.B.keys() - self.A.keys()
        self.flows = Counter([(a.states[self.A[x]], b.states[self.B[x]]) for x in self.kept] + [(a.states[self.A[x]], "absent") for x in self.gone] + [("absent", b.states[self.B[x]]) for x in self.new])
        na, nb = name(a), name(b)
        self.la, self.lb = ({(n[u], n[v]) for u, v in zip(c.s, c.t)} for c, n in ((a, na), (b, nb)))

    def among(self, links):
        return sum(u in self.kept and v in self.kept for u, v in links)


def ranks(c):
    """Places of pages by PageRank: the first and the last that a page may have."""
    def make():
        v = c.scores("pagerank")["Pages"]
        e, order = 1e-6 * v + 1e-12, np.sort(v)
        n = len(v)
        return n - np.searchsorted(order, v + e, side="right") + 1, n - np.searchsorted(order, v - e, side="left")
    return c.once("ranks", make)


def rules(k, crawls, dates):
    rule, want = k.rule, k.want
    steps = [k.c0.once("pair %d" % i, lambda: Pair(crawls[i], crawls[i + 1])) for i in range(len(crawls) - 1)]
    whole = Pair(crawls[0], crawls[-1])
    a, b = crawls[0], crawls[-1]
    kept, gone, new = len(whole.kept), len(whole.gone), len(whole.new)
    rule(".*#(title|h1|h2|h3|li|@nav|@div|@span|caption)", ".*")
    rule("head#text", r"Changes between .*")

    def lead(item, m):
        for text, n in re.findall(r"(\S+)(?: \([^)]*\))? knows ([\d,]+) pages?", item[2]):
            want(item, int(n.replace(",", "")) in (a.n, b.n), "pages %d, %d" % (a.n, b.n))
        p = re.search(r"Of the %s pages? of .*?, %s (?:is|are) still known; %s (?:is|are) gone and %s (?:is|are) new\." % (N, S, N, N), item[2])
        if p:
            want(item, is_number(p.group(1), a.n) and is_share(p.group(2), kept, a.n) and is_number(p.group(3), gone) and is_number(p.group(4), new), "kept %d, gone %d, new %d" % (kept, gone, new))
        else:
            want(item, "same pages" in item[2] and not gone + new or "no page in common" in item[2] and not kept, "kept %d, gone %d, new %d" % (kept, gone, new))
        change = re.search(r"The largest change: %s pages?" % N, item[2])
        if change:
            want(item, is_number(change.group(1), max(v for (x, y), v in whole.flows.items() if x != y)), "the largest change")
    rule("head#text", r".*compared page by page.*", lead)
    lost = sum(v for (x, y), v in whole.flows.items() if x == "fetched" and y != "fetched")
    rule("head#text", r"%s pages? that .* fetched (?:was|were) not fetched by .*" % N, k.figures_are(lost))
    rule("head#text", r"(?:List the|Compare the) .*")
    rule("head#dt", ".*", lambda i, m: setattr(k, "label", i[2]))
    la, lb = whole.la, whole.lb
    hosts = [set(c.hosts_of) - {""} if c.named else set() for c in (a, b)]
    tiles = {"Pages in both": (kept, (kept, kept + gone + new)), "New pages": (new, (new, b.n)), "Gone pages": (gone, (gone, a.n)), "Links in both": (len(la & lb), (len(la & lb), len(la | lb))),
             "New links": (len(lb - la), whole.among(lb - la)), "Gone links": (len(la - lb), whole.among(la - lb)), "New hosts": (len(hosts[1] - hosts[0]), len(hosts[1])), "Gone hosts": (len(hosts[0] - hosts[1]), len(hosts[0]))}

    def tile(item, m):
        have = tiles[k.label]
        p = re.fullmatch(r"%s\s+(?:%s of .*|%s between pages of both|of %s)" % (N, S, N, N), item[2])
        want(item, bool(p) and is_number(p.group(1), have[0]) and (is_share(p.group(2), *have[1]) if p.group(2) else is_number(p.group(3) or p.group(4), have[1])), "want %s" % (have,))
    rule("head#dd", ".*", tile)
    same = sum(v for (x, y), v in whole.flows.items() if x == y)
    rule("flow#text", r"Of the %s pages? in both .*, %s kept their state\." % (N, S), lambda i, m: want(i, is_number(m.group(1), kept) and is_share(m.group(2), same, kept), "%d of %d" % (same, kept)))
    rule("flow#desc", r"Pages by their state in .*", lambda i, m: [want(i, is_number(n, whole.flows[STATES[x], STATES[y]]), "%s to %s: %d" % (x, y, whole.flows[STATES[x], STATES[y]])) for x, y, n in re.findall(r"(?:\. |; )((?:%s)) to ((?:%s)): ([\d,]+)" % ("|".join(STATES), "|".join(STATES)), i[2])])
    k.table = -1

    def heading(item, m):
        k.table += 1
    rule("flow#tr", r"State in .*", heading)

    def flow(item, m):
        p = (steps + [whole])[k.table]
        have = p.flows[STATES[m.group(1)], STATES[m.group(2)]]
        want(item, is_number(m.group(3), have) and is_share(m.group(4), have, sum(p.flows.values())), "%d of %d" % (have, sum(p.flows.values())))
    rule("flow#tr", r"([a-z ]+) \| ([a-z ]+) \| %s \| %s" % (N, S), flow)
    # The picture: numbers of pages of a state.
    counts = [Counter(c.states) for c in crawls]
    any_of = {v for c in counts for v in c.values()} | {sum(v for (x, y), v in p.flows.items() if "absent" in (x, y) and (x == "absent") == first) for p in steps for first in (True, False)}
    absent = [sum(v for (x, y), v in p.flows.items() if x == "absent") for p in steps] + [sum(v for (x, y), v in p.flows.items() if y == "absent") for p in steps]
    rule("flow#text", r"(?:(%s) )?%s" % ("|".join(sorted(STATES, key=len, reverse=True)), N), lambda i, m: want(i, int(m.group(2).replace(",", "")) in any_of | set(absent) | {int(d) for d in dates if d.isdigit()} or len(m.group(2)) == 1, "no such number of pages"))
    rule("flow#text", ".*")  # names and dates

    rule("series#text", r"Each figure .*")
    rule("series#(text|figcaption|desc)", r".*", lambda i, m: None)  # the table below has the figures

    def series(item, m):
        title, cells = m.group(1), [x.strip() for x in m.group(2).split(" | ")]
        for i, (c, cell) in enumerate(zip(crawls, cells)):
            best = lambda c: c.once("best 100", lambda: {x for x, v in zip(c.names if c.named else range(c.n), ranks(c)[0]) if v <= 100})
            if title in ("Known pages", "Fetched pages", "Failed pages", "Links", "Hosts"):
                want(item, is_number(cell, {"Known pages": c.n, "Fetched pages": c.state_counts["fetched"], "Failed pages": c.state_counts["failed"], "Links": c.arcs, "Hosts": len(c.hosts)}[title]), "crawl %d" % i)
            elif title.startswith("Core"):
                core = int(c.components()[1].max())
                want(item, is_share(cell, round(1e6 * core / c.n), 10 ** 6), "core %d" % core)
            elif title.startswith("Best") and cell != "–":
                other = crawls[0] if "first" in title else crawls[i - 1]
                both = len(best(c) & best(other))
                want(item, abs(number(cell.rstrip(" %"))[0] - 100 * both / min(100, c.n, other.n)) <= 1.1, "shared %d" % both)
            elif title.startswith("Exponent") and cell != "–":
                fit = c.once("fit in", lambda: model.best_fit(np.asarray(c.law("in-degree"))))
                want(item, is_number(cell.split(" ")[0], fit[1], 2e-5), "exponent %.4f" % fit[1])
    rule("series#tr", r"Figure \| .*")
    rule("series#tr", r"([^|]*) \| (.*)", series)

    size = [Counter(c.hosts_of) if c.named else Counter() for c in (a, b)]
    rule("hosts#text", r"(?:%s hosts? ha(?:s|ve) pages in both crawls|No host has pages in both crawls); %s (?:is|are) new in .*, and %s (?:is|are) only in .*" % (N, N, N),
         lambda i, m: want(i, (m.group(1) is None and not hosts[0] & hosts[1] or is_number(m.group(1) or "0", len(hosts[0] & hosts[1]))) and is_number(m.group(2), len(hosts[1] - hosts[0])) and is_number(m.group(3), len(hosts[0] - hosts[1])), "hosts %d, %d" % (len(hosts[0]), len(hosts[1]))))
    changed = lambda h: (size[0][h], size[1][h])
    rule("hosts#desc", r".*", lambda i, m: [want(i, changed(h) == (int(x.replace(",", "")), int(y.replace(",", ""))), "%s" % (changed(h),)) for h, x, y in re.findall(r"(\S+): ([\d,]+) to ([\d,]+)\.", i[2])])
    rule("hosts#tr", r"Host \| .*")
    rule("hosts#tr", r"(\S+) \| %s \| %s \| ([+−]?[\d,]+)" % (N, N), lambda i, m: want(i, changed(m.group(1)) == tuple(int(x.replace(",", "")) for x in m.groups()[1:3]) and int(m.group(4).replace("−", "-").replace(",", "")) == size[1][m.group(1)] - size[0][m.group(1)], "%s" % (changed(m.group(1)),)))
    rule("hosts#tr", r"(\S+) \| %s" % N, lambda i, m: want(i, is_number(m.group(2), max(changed(m.group(1)))) and 0 in changed(m.group(1)), "%s" % (changed(m.group(1)),)))
    rule("hosts#tr", r"and .* more with fewer pages")
    rule("hosts#text", r"([+−]?[\d,]+) \(%s to %s\)" % (N, N), lambda i, m: want(i, any((is_number(m.group(2), x) and is_number(m.group(3), y) and int(m.group(1).replace("−", "-").replace(",", "")) == y - x) for x, y in map(changed, hosts[0] | hosts[1])), "no host changed so"))
    rule("hosts#(text|figcaption)", ".*")  # names

    def placed(text, name):
        c = next((c for c, of in ((a, whole.gone), (b, whole.new)) if name in of), None)
        if c is None:
            return False
        u = (whole.A if c is a else whole.B)[name]
        first, last = ranks(c)
        return first[u] <= int(text.replace(",", "")) <= last[u]
    rule("pages#text", r"%s pages? (?:is|are) only in .*?, and %s pages? (?:is|are) only in .*" % (N, N), k.figures_are(new, gone))
    rule("pages#tr", r"Rank \| Page")
    rule("pages#tr", r"%s \| (.*)" % N, lambda i, m: want(i, placed(m.group(1), m.group(2).strip().removeprefix("page ")), "rank of that page"))
    x, y = (np.array([c.scores("pagerank")["Pages"][of[p]] for p in sorted(whole.kept)]) for c, of in ((a, whole.A), (b, whole.B)))
    tied = lambda v: np.unique(np.round(v / max(v.max(initial=0), 1e-300), 10), return_inverse=True)[1]

    def told(item, m):
        p = re.search(r"Kendall's τ is %s\." % N, item[2])
        if p:
            want(item, abs(number(p.group(1))[0] - model.stats.kendalltau(tied(x), tied(y)).statistic) <= 0.002, "tau is %.4f" % model.stats.kendalltau(tied(x), tied(y)).statistic)
        p = re.search(r"Among the %s pages? that both fetched, τ is %s\." % (N, N), item[2])
        if p:
            both = np.array([a.states[whole.A[q]] == b.states[whole.B[q]] == "fetched" for q in sorted(whole.kept)])
            t = model.stats.kendalltau(tied(x[both]), tied(y[both])).statistic
            want(item, is_number(p.group(1), int(both.sum())) and abs(number(p.group(2))[0] - t) <= 0.003, "%d pages, tau %.4f" % (both.sum(), t))
        p = re.search(r"leave τ at about %s \(HAK %s and %s\)" % (N, N, N), item[2])
        if p:
            f, g = a.fidelity()["hak"], b.fidelity()["hak"]
            want(item, is_number(p.group(2), f, 2e-6) and is_number(p.group(3), g, 2e-6) and is_number(p.group(1), f * g, 2e-6), "HAK %.4f, %.4f" % (f, g))
        p = re.search(r"Of the best %s of .*?, %s (?:is|are) among the best" % (N, N), item[2])
        if p:
            top = int(p.group(1).replace(",", ""))
            want(item, abs(shared(top) - number(p.group(2))[0]) <= 1, "shared %d" % shared(top))

    def shared(top):
        best = [{p for p, u in of.items() if ranks(c)[0][u] <= top} for c, of in ((a, whole.A), (b, whole.B))]
        return len(best[0] & best[1])
    rule("ranks#text", r"The (?:PageRank )?orders of the .*", told)
    rule("ranks#tr", r"of the best %s \| %s \(%s\)" % (N, N, S), lambda i, m: want(i, abs(shared(int(m.group(1).replace(",", ""))) - number(m.group(2))[0]) <= 1, "shared %d" % shared(int(m.group(1).replace(",", "")))))

    def moved(item, m):
        name = m.group(1).strip().removeprefix("page ")
        if name not in whole.kept:
            return want(item, False, "that page is not in both")
        at = sorted(whole.kept).index(name)
        for v, text in ((x, m.group(2)), (y, m.group(3))):
            low, high = 1 + (v > v[at] * (1 + 1e-6)).sum(), (v >= v[at] * (1 - 1e-6)).sum()
            want(item, low <= int(text.replace(",", "")) <= high, "rank %d to %d among the pages of both" % (low, high))
    rule("ranks#tr", r"Page \| .*")
    rule("ranks#tr", r"(.*) \| %s \| %s" % (N, N), moved)

    def two_ranks(item, m):
        for name, before, after in re.findall(r"(?:\. |; )(\S+): (absent|[\d,]+) to (absent|[\d,]+)", item[2]):
            for text, c, of in ((before, a, whole.A), (after, b, whole.B)):
                want(item, text == "absent" and name not in of or name in of and text != "absent" and ranks(c)[0][of[name]] <= int(text.replace(",", "")) <= ranks(c)[1][of[name]], "%s: rank %s" % (name, text))
    rule("ranks#desc", ".*", two_ranks)
    rule("ranks#(text|figcaption)", ".*")  # names with the same ranks as the description

    def degrees(item, m):
        p = re.search(r"mean %s → %s, largest %s → %s" % (N, N, N, N), item[2])
        if p:
            v = [np.asarray(c.law("out-degree" if "Out" in item[2] else "in-degree")) for c in (a, b)]
            want(item, is_number(p.group(1), float(v[0].mean())) and is_number(p.group(2), float(v[1].mean())) and is_number(p.group(3), int(v[0].max())) and is_number(p.group(4), int(v[1].max())), "means and maxima")
    rule("laws#text|laws/.*#text", r"(?:Out|In)-degree.*", degrees)
    rule("laws.*#tr", r"Crawl \| .*")

    def fitted(item, m):
        i = next((i for i, d in enumerate(dates) if "(%s)" % d in item[2]), None)
        want(item, i is not None, "which crawl")
        fit = crawls[i].once("fit " + item[0], lambda: model.best_fit(np.asarray(crawls[i].law("out-degree" if "out" in item[0] else "in-degree"))))
        want(item, bool(fit) and is_number(m.group(2), fit[1], 2e-5) and is_number(m.group(3), fit[3], 1e-4) and is_number(m.group(5), fit[0]), "fit %s" % (fit,))
    rule("laws.*#tr", r"(.*) \| %s ± %s \| (.*) \| %s" % (N, N, N), fitted)
    rule("laws.*#tr", r".* no power law fitted.*")
    rule("laws.*#(desc|text|figcaption)", ".*")  # ticks and names
    rule("made#tr", r"Crawl \| .*")

    def made(item, m):
        i = next((i for i, d in enumerate(dates) if " | %s | " % d in item[2]), None)
        want(item, i is not None and is_number(m.group(1), crawls[i].n) and is_number(m.group(2), crawls[i].arcs), "pages and arcs")
    rule("made#tr", r".*? \| [^|]* \| %s \| %s \| [^|]* \| .*" % (N, N), made)
    rule("made#.*|.*#how", ".*")
    rule(".*#text", r"(?:Numbers of pages by states|Figures of all dates|Hosts that are.*|More pages|Overlap of.*|The same figures.*)")
    rule("foot#text", r"Written by weft .*")


def files(k, crawls):
    """The CSV of the flows and of the hosts."""
    for (_, title), rows in k.page.data.items():
        head, body = rows[0], rows[1:]
        item = ("file", title, "%s: %d rows" % (", ".join(head), len(body)))
        if head[:3] == ["from", "to", "state"]:
            order = list(dict.fromkeys(r[0] for r in body))
            pairs = [k.c0.once("pair %d" % i, lambda: None) for i in range(len(crawls) - 1)]
            k.want(item, all(pairs[order.index(r[0])].flows[STATES[r[2]], STATES[r[3]]] == int(r[4]) for r in body), "flows")
        elif head == ["host", "before", "after"]:
            size = [Counter(c.hosts_of) for c in (crawls[0], crawls[-1])]
            k.want(item, all((size[0][h], size[1][h]) == (int(x), int(y)) for h, x, y in body), "pages of hosts")
