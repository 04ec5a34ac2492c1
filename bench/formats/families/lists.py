"""Lists and networks as their publishers write them, after the texts that define the formats."""
from case import Case, apart, both, drawn_graph, named, texts, urls, words


def cases(rng):
    for make in (metis, snap, konect, counts, times, names_files, comments, pajek, gephi, gdf, dot, gaps):
        yield from make(rng)


def text(lines, end="\n"):
    return (end.join(lines) + end).encode()


# METIS: "n m [fmt [ncon]]", then a line a vertex of its neighbours from 1; each edge stands in both lines.
def metis(rng):
    kinds = {
        "a cycle": lambda n: {(i, (i + 1) % n) for i in range(n)},
        "a torus": lambda n: {(i, (i + d) % n) for i in range(n) for d in (1, 7)},
        "a matching": lambda n: {(2 * i, 2 * i + 1) for i in range(n // 2)},
        "a star": lambda n: {(0, i) for i in range(1, n)},
        "a path": lambda n: {(i, i + 1) for i in range(n - 1)},
        "random": lambda n: {(u, v) for u, v in (sorted(rng.sample(range(n), 2)) for _ in range(2 * n))},
        "a few edges": lambda n: {(0, n - 1)},
        "complete": lambda n: {(u, v) for u in range(n) for v in range(u)},
    }
    for kind, make in kinds.items():
        for n in (20, 60, 300):
            edges = {tuple(sorted(e)) for e in make(n)}
            arcs = {(str(u + 1), str(v + 1)) for u, v in both(edges)}
            zero = {(str(u), str(v)) for u, v in both(edges)}
            for fmt in ("", "1", "10", "11"):
                for comment in (False, True):
                    yield Case("METIS", f"{kind}, {n} vertices, fmt {fmt or 'none'}", {"g.graph": metis_file(rng, n, edges, fmt, comment)}, arcs, pages=n, other=zero, ask=n == 20 or kind == "a matching")
            yield Case("METIS", f"{kind}, {n} vertices, named", {"g.graph": metis_file(rng, n, edges, "", False)}, arcs, args=["{}/g.graph", "--format", "metis"], pages=n, other=zero)
    n = 120000
    edges = {tuple(sorted(((i, (i + d) % n)))) for i in range(n) for d in (1, 2, 351)}
    yield Case("METIS", "above 4 MiB", {"g.graph": metis_file(rng, n, edges, "", False)}, {(str(u + 1), str(v + 1)) for u, v in both(edges)}, pages=n, other=texts(both(edges)))


def metis_file(rng, n, edges, fmt, comment):
    lists = [[] for _ in range(n)]
    weights = {e: rng.randint(1, 9) for e in sorted(edges)}
    for u, v in sorted(edges):
        lists[u].append((v + 1, weights[u, v]))
        lists[v].append((u + 1, weights[u, v]))
    lines = ["% drawn"] if comment else []
    lines.append(" ".join(str(x) for x in [n, len(edges), fmt] if x != ""))
    for to in lists:
        words = [str(rng.randint(1, 9))] if fmt in ("10", "11") else []
        for v, w in to:
            words += [str(v), str(w)] if fmt in ("1", "11") else [str(v)]
        lines.append(" ".join(words))
    return text(lines)


def snap(rng):
    for directed in (True, False):
        for end in ("\n", "\r\n"):
            n, arcs = drawn_graph(rng, 40)
            word = "Directed" if directed else "Undirected"
            lines = [f"# {word} graph (each unordered pair of nodes is saved once): g.txt", "# Drawn for a test", f"# Nodes: {n} Edges: {len(arcs)}", "# FromNodeId\tToNodeId"]
            lines += [f"{u}\t{v}" for u, v in arcs]
            yield Case("SNAP", word, {"g.txt": text(lines, end)}, texts(arcs if directed else both(arcs)))


def konect(rng):
    for kind in ("asym", "sym"):
        for weights in ("unweighted", "positive", "signed", "posweighted", "multiweighted"):
            n, arcs = drawn_graph(rng, 40, directed=kind == "asym")
            lines = [f"% {kind} {weights}", f"% {len(arcs)} {n} {n}"]
            extra = "" if weights == "unweighted" else " 1 1136073600"
            sep = rng.choice(" \t")
            lines += [(f"{u + 1} {v + 1}" + extra).replace(" ", sep) for u, v in arcs]
            arcs = {(str(u + 1), str(v + 1)) for u, v in (arcs if kind == "asym" else both(arcs))}
            yield Case("KONECT", f"{kind} {weights}", {"out.g": text(lines)}, arcs)
    n, arcs = drawn_graph(rng, 13)
    lines = ["% bip unweighted", f"% {len(arcs)} {n} {n}"] + [f"{u + 1} {v + 1}" for u, v in arcs]
    # The sides have numbers of their own: that 1 is one page on both sides is wrong, whatever the pages are called.
    yield Case("KONECT", "bip", {"out.g": text(lines)}, lambda got: len(got) == len(arcs) and not {u for u, _ in got} & {v for _, v in got}, ask=True)


def counts(rng):
    for first, label in ((lambda n, m: f"{n} {m}", "n m"), (lambda n, m: f"{n} {n} {m}", "rows columns entries"), (lambda n, m: f"{n}", "n")):
        for base in (0, 1):
            for sep in (" ", "\t"):
                n, arcs = drawn_graph(rng, 40)
                rows = [sep.join((str(u + base), str(v + base))) for u, v in arcs]
                want = {(str(u + base), str(v + base)) for u, v in arcs}
                yield Case("counts first", f"{label}, from {base}", {"g.txt": text([first(n, len(arcs)).replace(" ", sep)] + rows)}, want, ask=True, other=texts(arcs))
                if label == "rows columns entries":
                    rows = [r + sep + "1" for r in rows]
                    yield Case("counts first", f"{label}, values, from {base}", {"g.txt": text([first(n, len(arcs)).replace(" ", sep)] + rows)}, want, ask=True, other=texts(arcs))


def times(rng):
    for sep in " \t,":
        n, arcs = drawn_graph(rng, 40)
        for start, step in ((31220, 20), (1136073600, 3600), (1, 1)):
            rows = [sep.join(map(str, (start + i * step, u, v))) for i, (u, v) in enumerate(arcs)]
            yield Case("time first", f"from {start}, {sep!r}", {"g.txt": text(rows)}, texts(arcs), ask=True)
            rows = [sep.join(map(str, (u, v, start + i * step))) for i, (u, v) in enumerate(arcs)]
            yield Case("time last", f"from {start}, {sep!r}", {"g.txt": text(rows)}, texts(arcs), ask=True)


def names_files(rng):
    for header in (None, "id{}label", "Id{}Label", "node_id{}name", "number{}url", "index{}domain", "nodeId{}title"):
        for sep in ("\t", ",", " "):
            for kind in (words, urls):
                n, arcs = drawn_graph(rng, 40)
                names = kind(rng, n)
                lines = [header.format(sep)] if header else []
                lines += [f"{i}{sep}{name}" for i, name in enumerate(names)]
                edges = text([f"{u} {v}" for u, v in arcs])
                yield Case("names of numbers", f"header {header}, {sep!r}, {kind.__name__}", {"g.edges": edges, "n.tsv": text(lines)}, named(arcs, names), args=["{}/g.edges", "--names", "{}/n.tsv"], ask=True)
    for header in (None, "label", "url"):
        n, arcs = drawn_graph(rng, 40)
        names = urls(rng, n)
        n_lines = ([header] if header else []) + names
        yield Case("names of numbers", f"a name a line, header {header}", {"g.edges": text([f"{u} {v}" for u, v in arcs]), "n.txt": text(n_lines)}, named(arcs, names), args=["{}/g.edges", "--names", "{}/n.txt"], ask=header is not None)


def comments(rng):
    for sign in ("%", "# ", "#", "//", ";"):
        for sep in ("\t", ","):
            n, arcs = drawn_graph(rng, 40)
            names = [sign + w if rng.random() < 0.3 else w for w in words(rng, n)]
            lines = [sep.join(("source", "target"))] + [sep.join((names[u], names[v])) for u, v in arcs]
            yield Case("signs of comments in names", f"{sign!r}, {sep!r}", {"g.tsv": text(lines)}, named(arcs, names), ask=True)
            n, arcs = drawn_graph(rng, 40)
            names = words(rng, n)
            if sign in ("%", "#", "# "):
                lines = [f"{sign} a comment"] + [sep.join((names[u], names[v])) for u, v in arcs] + [f"{sign} the end"]
                yield Case("comments", f"{sign!r}, {sep!r}", {"g.tsv": text(lines)}, named(arcs, names), ask=apart(named(arcs, names)))


def pajek(rng):
    for directed in (True, False):
        n, arcs = drawn_graph(rng, 8, directed=directed)
        names = words(rng, n)
        vertices = [f"*Vertices {n}"] + [f'{i + 1} "{w}"' for i, w in enumerate(names)]
        rows = {(u, v) for u, v in arcs} if directed else both(arcs)
        matrix = [" ".join("1" if (u, v) in rows else "0" for v in range(n)) for u in range(n)]
        yield Case("Pajek", f"*Matrix, directed {directed}", {"g.net": text(vertices + ["*Matrix"] + matrix)}, named(rows, names), pages=n)
        word = "*Arcs" if directed else "*Edges"
        for end in ("\n", "\r\n", "\r"):
            lines = vertices + [word] + [f"{u + 1} {v + 1} 1.5" for u, v in arcs]
            yield Case("Pajek", f"{word}, ends {end!r}", {"g.net": text(lines, end)}, named(rows, names), pages=n)
        lists = {}
        for u, v in arcs:
            lists.setdefault(u, []).append(v)
        lines = vertices + [word + "list"] + [" ".join(str(x + 1) for x in [u, *to]) for u, to in lists.items()]
        yield Case("Pajek", word + "list", {"g.net": text(lines)}, named(rows, names), pages=n)


def gephi(rng):
    for kind in ("Directed", "Undirected"):
        for ids in ("numbers", "letters"):
            n, arcs = drawn_graph(rng, 13)
            names = words(rng, n)
            keys = [str(i) for i in range(n)] if ids == "numbers" else ["n%d" % i for i in range(n)]
            nodes = ["Id,Label,timeset,modularity_class"] + [f"{k},{w},,{rng.randint(0, 5)}" for k, w in zip(keys, names)]
            edges = ["Source,Target,Type,Id,Label,timeset,Weight"] + [f"{keys[u]},{keys[v]},{kind},{i},,,1.0" for i, (u, v) in enumerate(arcs)]
            rows = arcs if kind == "Directed" else both(arcs)
            files = {"edges.csv": text(edges), "nodes.csv": text(nodes)}
            for args in (["{}/edges.csv", "{}/nodes.csv"], ["{}/nodes.csv", "{}/edges.csv"]):
                yield Case("Gephi's pair of tables", f"{kind}, {ids}", files, named(rows, names), args=args, pages=n, other=named(rows, keys))


def gdf(rng):
    for directed in ("true", "false", None):
        n, arcs = drawn_graph(rng, 13)
        names = words(rng, n)
        node = "nodedef>name VARCHAR,label VARCHAR,width DOUBLE"
        edge = "edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE" + (",directed BOOLEAN" if directed else "")
        lines = [node] + [f"n{i},{w},1.0" for i, w in enumerate(names)] + [edge]
        lines += [f"n{u},n{v},2.0" + ("," + directed if directed else "") for u, v in arcs]
        rows = arcs if directed == "true" else both(arcs)
        other = named(arcs, names) if directed is None else {("n%d" % u, "n%d" % v) for u, v in rows}
        yield Case("GDF", f"directed {directed}", {"g.gdf": text(lines)}, named(rows, names), pages=n, other=other)


def dot(rng):
    for word, arrow, directed in (("digraph", "->", True), ("graph", "--", False)):
        n, arcs = drawn_graph(rng, 8)
        names = words(rng, n, " ")
        rows = set(arcs) if directed else both(arcs)
        q = lambda name: f'"{name}"'
        one = [f"{word} g {{"] + [f"  {q(names[u])} {arrow} {q(names[v])};" for u, v in arcs] + ["}"]
        yield Case("DOT", f"{word}, quoted", {"g.dot": text(one)}, named(rows, names))
        attributed = [f"strict {word} {{ rankdir=LR // left to right", "/* all", " * of them */ node [shape=box]", "# a line of the preprocessor"]
        attributed += [f'{q(names[u])} {arrow} {q(names[v])} [label="a -> b; c", weight=2]' for u, v in arcs] + ["}"]
        yield Case("DOT", f"{word}, comments and attributes", {"g.dot": text(attributed)}, named(rows, names))
        plain = words(rng, n)
        chain = [f"{word} {{ {f' {arrow} '.join(plain)} }}"]
        steps = list(zip(range(n), range(1, n)))
        yield Case("DOT", f"{word}, a chain on one line", {"g.gv": text(chain)}, named(steps if directed else both(steps), plain))
        group = [f"{word} {{ {plain[0]} {arrow} {{ {' '.join(plain[1:4])} }} }}"]
        star = [(0, 1), (0, 2), (0, 3)]
        yield Case("DOT", f"{word}, a group", {"g.gv": text(group)}, named(star if directed else both(star), plain))
        ports = [f"{word} {{"] + [f"{plain[u]}:f0:n {arrow} {plain[v]}:s" for u, v in arcs] + ["}"]
        yield Case("DOT", f"{word}, ports", {"g.gv": text(ports)}, named(rows, plain))


def gaps(rng):
    """Numbers that occur in no line are no pages, unless the importer says that they are."""
    for step in (1, 3, 1000):
        n, arcs = drawn_graph(rng, 40)
        rows = [(u * step + 5, v * step + 5) for u, v in arcs]
        yield Case("numbers with gaps", f"from 5, every {step}", {"g.edges": text([f"{u} {v}" for u, v in rows])}, texts(rows))
        yield Case("numbers with gaps", f"from 5, every {step}, --compact", {"g.edges": text([f"{u} {v}" for u, v in rows])}, texts(rows), args=["{}/g.edges", "--compact"], pages=len({x for r in rows for x in r}))
