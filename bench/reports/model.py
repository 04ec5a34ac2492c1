"""A second computation of what weft says of a crawl, from its arcs, states, names and anchor texts alone, with NumPy and SciPy."""
import csv, io, json, math, os, re
from collections import Counter, defaultdict
import numpy as np
from scipy import optimize, special, stats, sparse
from scipy.sparse import csgraph

MEASURED = {"link", "embed", "redirect", "refresh"}


def read_lines(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as f:
        return [line.rstrip("\n") for line in f]


def rows(path, fields):
    """Rows of an export: fields parted by tabs, the last of which may hold tabs; with a header and quotes where lines could be misread."""
    lines = read_lines(path)
    if lines and lines[0].split("\t")[0] in ('source', '"source"', 'page', '"page"'):
        if lines[0].startswith('"'):
            return list(csv.reader(io.StringIO("\n".join(lines[1:]) + "\n"), delimiter="\t"))
        lines = lines[1:]
    return [line.split("\t", fields - 1) for line in lines]


def host_of(name):
    """The host of a URL, of IPv6 addresses with brackets; "" of a name that is none."""
    m = re.match(r"(https?|ftp)://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)", name)
    return m.group(2) if m else ""


def domain_of(host, suffixes):
    if host.startswith("[") or re.fullmatch(r"[0-9.]+", host):
        return host
    return suffixes.privatesuffix(host) or host


class Crawl:
    def __init__(self, folder, suffixes):
        said = os.path.join(folder, "said")
        self.said, self.folder = said, folder
        self.states, self.names = [], []
        for fields in rows(os.path.join(said, "export-pages.txt"), 3):
            self.states.append(fields[1])
            self.names.append(fields[2] if len(fields) > 2 else "")
        self.n = n = len(self.states)
        self.named = any(self.names)
        self.kinds = []
        src, dst = [], []
        for fields in rows(os.path.join(said, "export-arcs.txt"), 3):
            src.append(int(fields[0]))
            dst.append(int(fields[1]))
            self.kinds.append(set(re.split(r"[+,]", fields[2])) if len(fields) > 2 else {"link"})
        self.src, self.dst = np.array(src, int), np.array(dst, int)
        self.arcs = len(src)
        self.loops = int((self.src == self.dst).sum())
        self.kind_counts = Counter(k for ks in self.kinds for k in ks)
        counts = np.array([bool(ks & MEASURED) for ks in self.kinds], bool)
        self.measured = int(counts.sum())
        self.s, self.t = self.src[counts], self.dst[counts]
        self.state_counts = Counter(self.states)
        self.out_all = np.bincount(self.src, minlength=n) if n else np.zeros(0, int)
        self.indegree, self.outdegree = np.bincount(self.t, minlength=n), np.bincount(self.s, minlength=n)
        self.may_link = np.array([s in ("fetched", "unknown") for s in self.states], bool)
        self.dangling = int(sum(1 for u in range(n) if self.may_link[u] and self.out_all[u] == 0))
        self.hosts_of = [host_of(x) for x in self.names] if self.named else []
        self.hosts = sorted(set(self.hosts_of) - {""})
        self.domains = sorted({domain_of(h, suffixes) for h in self.hosts})
        self.anchors = []
        for fields in rows(os.path.join(said, "export-anchors.txt"), 3):
            if len(fields) == 3:
                self.anchors.append((int(fields[0]), int(fields[1]), fields[2]))
        self.texts = Counter(a[2] for a in self.anchors)
        self.A = sparse.csr_matrix((np.ones(len(self.s)), (self.s, self.t)), shape=(n, n))
        self.cache = {}

    def once(self, what, make):
        if what not in self.cache:
            self.cache[what] = make()
        return self.cache[what]

    # rankings

    def pagerank(self, alpha=0.85, iterations=0):
        """Strong PageRank: what dangling pages have goes to all pages alike."""
        n, d = self.n, self.outdegree
        scale = np.divide(1.0, d, out=np.zeros(n), where=d > 0)
        P, x = (sparse.diags(scale) @ self.A).T.tocsr(), np.full(n, 1 / n)
        for _ in range(iterations or 3000):
            y = alpha * (P @ x) + (1 - alpha + alpha * x[d == 0].sum()) / n
            done = np.abs(y - x).sum() < 1e-15
            x = y
            if done and not iterations:
                break
        return x

    def hits(self, iterations=60):
        keep = self.s != self.t
        A = sparse.csr_matrix((np.ones(keep.sum()), (self.s[keep], self.t[keep])), shape=(self.n, self.n))
        h, a, residual = np.ones(self.n), np.zeros(self.n), 0.0
        for _ in range(iterations):
            b = A.T @ h
            b /= np.linalg.norm(b) or 1
            h = A @ b
            h /= np.linalg.norm(h) or 1
            residual, a = np.linalg.norm(b - a), b
        return a, h, residual

    def salsa(self):
        n = self.n
        B = sparse.coo_matrix((np.ones(len(self.s)), (self.s, self.t + n)), shape=(2 * n, 2 * n))
        _, label = csgraph.connected_components(B, directed=False)

        def side(at, degree):
            sides = label[at:at + n]
            here = degree > 0
            many, arcs = np.bincount(sides[here], minlength=2 * n), np.bincount(sides, weights=degree, minlength=2 * n)
            return np.where(here, degree / np.maximum(arcs[sides], 1) * many[sides] / max(1, here.sum()), 0)

        return side(n, self.indegree), side(0, self.outdegree)

    def scores(self, name):
        def make():
            if name == "pagerank":
                return {"Pages": self.pagerank()}
            if name == "hits":
                a, h, self.hits_residual = self.hits()
                return {"Authorities": a, "Hubs": h}
            if name == "salsa":
                return dict(zip(("Authorities", "Hubs"), self.salsa()))
            return {"Pages": self.indegree.astype(float)}
        return self.once("scores " + name, make)

    def host_sums(self, scores):
        sums = defaultdict(float)
        for u, h in enumerate(self.hosts_of):
            sums[h] += scores[u]
        return sums

    # components

    def components(self):
        def make():
            wn, wl = csgraph.connected_components(self.A, directed=True, connection="weak")
            sn, sl = csgraph.connected_components(self.A, directed=True, connection="strong")
            return np.bincount(wl), np.bincount(sl), wl, sl
        return self.once("components", make)

    def reach(self, start, A):
        seen = start.copy()
        edge = start.copy()
        while edge.any():
            edge = (A.T @ edge.astype(float) > 0) & ~seen
            seen |= edge
        return seen

    def bowties(self):
        """The bow ties around each of the largest strong components."""
        def make():
            ws, ss, wl, sl = self.components()
            found, T = [], self.A.T.tocsr()
            for core in np.flatnonzero(ss == ss.max())[:50]:
                scc = sl == core
                i, o = self.reach(scc, T) & ~scc, self.reach(scc, self.A) & ~scc
                blocked = scc | i | o

                def through(start, A):
                    seen, edge = np.zeros(self.n, bool), start.copy()
                    while edge.any():
                        edge = (A.T @ edge.astype(float) > 0) & ~seen & ~blocked
                        seen |= edge
                    return seen
                from_in, to_out = through(i, self.A), through(o, T)
                home = wl == wl[np.flatnonzero(scc)[0]]
                tubes = from_in & to_out
                other = home & ~blocked & ~from_in & ~to_out
                found.append([int(x.sum()) for x in (scc, i, o, from_in & ~tubes, to_out & ~tubes, tubes, other, ~home)])
            return found
        return self.once("bowties", make)

    # hosts

    def host_arcs(self):
        def make():
            pairs = Counter()
            for u, v in zip(self.s, self.t):
                pairs[self.hosts_of[u], self.hosts_of[v]] += 1
            return pairs
        return self.once("host arcs", make)

    def between(self):
        return {p: c for p, c in self.host_arcs().items() if p[0] != p[1]}

    # laws

    def law(self, name):
        ws, ss, _, _ = self.components()
        if name.startswith("host"):
            groups = self.hosts
            place = {h: i for i, h in enumerate(groups)}
            pairs = [p for p in self.between() if "" not in p]
            return {"host-in": np.bincount([place[b] for _, b in pairs], minlength=len(groups)),
                    "host-out": np.bincount([place[a] for a, _ in pairs], minlength=len(groups)),
                    "host-size": np.bincount([place[h] for h in self.hosts_of if h])}[name]
        return {"in-degree": self.indegree, "out-degree": self.outdegree[self.may_link], "total-degree": self.indegree + self.outdegree,
                "scc-size": ss, "wcc-size": ws}[name]

    def population(self, name):
        if name.startswith("host"):
            return "all hosts"
        if name == "out-degree":
            unknown = self.state_counts["unknown"]
            return "fetched pages" if not unknown else "all pages" if unknown == self.n else "fetched and unknown pages"
        return {"scc-size": "strong components", "wcc-size": "weak components"}.get(name, "all pages")

    # distances

    def distances(self):
        """Pairs at each distance, of different pages, and harmonic centrality, by breadth-first searches from every page."""
        def make():
            if self.n > 6500:
                return None
            pairs, harmonic = Counter(), np.zeros(self.n)
            for block in range(0, self.n, 512):
                d = csgraph.dijkstra(self.A, indices=range(block, min(self.n, block + 512)), unweighted=True)
                for i in range(len(d)):
                    d[i, block + i] = np.inf
                finite = np.isfinite(d)
                pairs.update(Counter(d[finite].astype(int).tolist()))
                harmonic += np.where(finite, 1 / np.maximum(d, 1), 0).sum(axis=0)
            return pairs, harmonic
        return self.once("distances", make)

    # fidelity

    def fidelity(self):
        return self.once("fidelity", self.make_fidelity)

    def make_fidelity(self):
        n = self.n
        excluded = np.array([s == "excluded" for s in self.states], bool)
        asked = np.array([s not in ("ghost", "excluded") for s in self.states], bool)
        links = np.bincount(self.s[~excluded[self.t]], minlength=n) > 0 if len(self.s) else np.zeros(n, bool)
        # A page that was excluded but has links is as one that failed and has links: crawled. Arcs to others that are excluded do not count.
        answered = np.array([s in ("fetched", "redirected") for s in self.states], bool)
        crawled = answered | (asked & links)
        part = ~excluded
        keep = part[self.s] & part[self.t]
        s, t = self.s[keep], self.t[keep]
        s, t = s[crawled[s]], t[crawled[s]]
        d = np.bincount(s, minlength=n)
        inside = np.bincount(s[crawled[t]], minlength=n)
        gamma = np.where(d > 0, inside / np.maximum(d, 1), 1.0)
        N = int(part.sum())
        P = sparse.csr_matrix((1.0 / d[s], (t, s)), shape=(n, n))
        x = np.where(part, 1 / max(1, N), 0.0)

        def step(x):
            return (0.85 * (P @ x) + (0.15 + 0.85 * x[part & (d == 0)].sum()) / N) * part
        for _ in range(30):
            x = step(x)
        y = x
        for _ in range(2000):
            z = step(y)
            end = np.abs(z - y).sum() < 1e-15
            y = z
            if end:
                break
        flow = lambda x: np.divide(P @ x, x, out=np.zeros(n), where=x > 0)
        c = int(crawled.sum())
        r = dict(crawled=c, ghosts=N - c, gamma=float(gamma[crawled].mean()) if c else 1.0, im=float(flow(x)[crawled].sum() / max(1, c)), im2=float(flow(y)[crawled].sum() / max(1, c)))
        r["failed"] = sum(1 for u in range(n) if part[u] and not crawled[u] and self.states[u] == "failed")

        def hak(im):
            X = (1 - r["gamma"]) * im
            return X, 1 - 4 * (c - c * X) * c * X / (c * (c - 1)) if c > 1 else 1.0
        r["x"], r["hak"] = hak(r["im"])
        r["x2"], r["hak2"] = hak(r["im2"])
        wanted = np.bincount(t, weights=1.0 / d[s], minlength=n) / max(1, c)
        missing = part & ~crawled & np.array([self.states[u] != "failed" for u in range(n)], bool)
        r.update(wanted=wanted, missing=missing, mask=crawled, part=part, gammas=gamma, scores=x, converged=y, s=s, t=t, d=d, links_in=np.bincount(t, minlength=n), im_each=flow(x))
        return r


# power laws

def zeta_fit(values, xmin):
    tail = values[values >= xmin].astype(float)
    mean = np.log(tail / xmin).mean()

    def cost(a):
        return a * mean + math.log(special.zeta(a, xmin)) + a * math.log(xmin)
    best = optimize.minimize_scalar(cost, bounds=(1.0001, 60), method="bounded", options={"xatol": 1e-10})
    a = best.x
    xs, counts = np.unique(tail, return_counts=True)
    # The largest distance over all integers: at each value, and just before the next.
    at = np.concatenate([xs, xs[1:] - 1, [xs[-1]]])
    law = 1 - special.zeta(a, at + 1) / special.zeta(a, xmin)
    data = np.searchsorted(np.sort(tail), at, side="right") / len(tail)
    e = 1e-4
    log = lambda a: math.log(special.zeta(a, xmin))
    information = (log(a + e) - 2 * log(a) + log(a - e)) / e / e
    return a, float(np.abs(law - data).max()), 1 / math.sqrt(len(tail) * information), len(tail)


def best_fit(values, distinct_values=3):
    """x_min by the least distance; of candidates that leave ten observations and no exponent above 20."""
    positive = values[values > 0]
    distinct = np.unique(positive)
    best = None
    for xmin in distinct[:-1]:
        if (positive >= xmin).sum() < 10:
            break
        a, ks, err, n = zeta_fit(positive, xmin)
        if a <= 20 and (best is None or ks < best[2] - 1e-12):
            best = (int(xmin), a, ks, err, n)
    return best if len(distinct) >= distinct_values else None


def rivals(values, xmin, alpha):
    """The ratio of likelihoods and p for the log-normal, the exponential and the truncated law."""
    tail, times = np.unique(values[values >= xmin].astype(float), return_counts=True)
    n = int(times.sum())
    power = -alpha * np.log(tail) - math.log(special.zeta(alpha, xmin))

    def vuong(other):
        d = power - other
        ratio = (d * times).sum()
        var = ((d - ratio / n) ** 2 * times).sum()
        if abs(ratio) <= 0.5 and var <= 0.01:
            return ratio, 1.0
        return ratio, math.erfc(abs(ratio / math.sqrt(var)) / math.sqrt(2))

    above, logs_of = ((tail - xmin) * times).sum(), np.log(tail)
    mean = (logs_of * times).sum() / n
    spread = math.sqrt(((logs_of - mean) ** 2 * times).sum() / n)
    lam = math.log1p(n / above)
    out = {"exponential": vuong(math.log(-math.expm1(-lam)) - lam * (tail - xmin))}

    def lognormal(p):
        mu, sigma = p[0], math.exp(p[1])
        hi, lo = (np.log(tail + 0.5) - mu) / sigma, (np.log(tail - 0.5) - mu) / sigma
        flip = lo > 0  # by the upper tail, where nothing cancels
        big, small = np.where(flip, stats.norm.logsf(lo), stats.norm.logcdf(hi)), np.where(flip, stats.norm.logsf(hi), stats.norm.logcdf(lo))
        return big + np.log(-np.expm1(np.minimum(small - big, -1e-15))) - stats.norm.logsf((math.log(xmin - 0.5) - mu) / sigma)
    best = None
    for start in ([mean, math.log(spread + 0.1)], [-10, 1.5], [-100, 3], [0, 0]):
        r = optimize.minimize(lambda p: -(lognormal(p) * times).sum() if abs(p[1]) < math.log(1e4) else 1e300, start, method="Nelder-Mead", options={"maxiter": 8000, "xatol": 1e-9, "fatol": 1e-9})
        if best is None or r.fun < best.fun:
            best = r
    out["log-normal"] = vuong(lognormal(best.x))

    def cutoff(p):
        a, lam = p[0], math.exp(p[1])
        if abs(a) > 100 or lam > 50:
            return 1e300
        far = int(min(4e6, max(tail.max() * 4, 60 / lam))) + 2
        k = np.arange(xmin, xmin + far, dtype=float) if far < 2e4 else np.unique(np.concatenate([np.arange(xmin, xmin + 3000), np.geomspace(xmin + 3000, xmin + far, 8000)]))
        w = np.gradient(k) if far >= 2e4 else 1.0
        logs = -a * np.log(k / xmin) - lam * (k - xmin)
        norm = special.logsumexp(logs + np.log(w))
        return a * (np.log(tail / xmin) * times).sum() + lam * above + n * norm
    best = min((optimize.minimize(cutoff, [alpha, s], method="Nelder-Mead", options={"maxiter": 400, "xatol": 1e-5, "fatol": 1e-5}) for s in (math.log(n / above) - 2, -8)), key=lambda r: r.fun)
    ratio = min(0.0, (power * times).sum() + best.fun)
    out["power law with exponential cut-off"] = (ratio, math.erfc(math.sqrt(-ratio)))
    return out
