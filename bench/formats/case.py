"""What a case is: files that another program writes, and the arcs that an independent reader finds in them."""
import collections, dataclasses, itertools, random


@dataclasses.dataclass
class Case:
    family: str  # a row of the table
    label: str  # which variant, for messages
    files: dict  # name → bytes; the first one is imported unless args name others
    arcs: object = None  # set of (source, target) as texts; None: the file is no graph and must be refused
    args: list = None  # arguments of `weft import` before -o; "{}" stands for the folder of the files
    pages: int = None  # number of pages, where the format says it
    other: object = None  # a second reading that is right, too: nodes of DOT by identifier or by label
    ask: bool = False  # the file fits several readings: a refusal that names a flag is as good


def drawn_graph(rng, n=None, directed=True, loops=True):
    """Nodes 0..n-1 and distinct arcs; undirected: each edge once, in one order."""
    n = n or rng.choice([2, 3, 5, 8, 13, 40])
    pairs = [(u, v) for u, v in itertools.product(range(n), repeat=2) if (loops or u != v) and (directed or u <= v)]
    arcs = rng.sample(pairs, min(len(pairs), rng.randint(1, 3 * n)))
    return n, arcs


def both(arcs):
    return {(u, v) for u, v in arcs} | {(v, u) for u, v in arcs}


def texts(arcs):
    return {(str(u), str(v)) for u, v in arcs}


SYLLABLES = "ka lo mi ne tu sa ra vi do pe zu ho".split()


def words(rng, n, extra=""):
    """n distinct words that look like no URL, host or number; characters of extra stand inside some of them."""
    out = set()
    while len(out) < n:
        w = "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))
        if extra and rng.random() < 0.4:
            at = rng.randint(1, len(w) - 1)
            w = w[:at] + rng.choice(extra) + w[at:]
        out.add(w)
    return rng.sample(sorted(out), n)


def urls(rng, n):
    """n distinct URLs in the form of the URL standard."""
    out = set()
    while len(out) < n:
        out.add("http%s://%s.example/%s" % (rng.choice(["", "s"]), rng.choice(SYLLABLES), rng.choice(["", "a/", "x.html", "q?id=%d" % rng.randint(1, 999), "d%d/" % rng.randint(1, 99)])))
    return rng.sample(sorted(out), n)


def apart(arcs):
    """Whether a list of these rows without a header can be a table as well: no name stands in both columns, each row has
    another name in the first, or the words of a row stand in no other, so that it may be a header."""
    rows = list(arcs)
    sources, places = [u for u, _ in rows], collections.Counter(word for row in rows for word in row)
    alone = any(places[u] == places[v] == (2 if u == v else 1) for u, v in rows)
    return not set(sources) & {v for _, v in rows} or len(set(sources)) == len(rows) or alone


def named(arcs, names):
    return {(names[u], names[v]) for u, v in arcs}
