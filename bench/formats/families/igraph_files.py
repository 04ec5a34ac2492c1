"""Files that igraph writes."""
import os, tempfile

import igraph as ig

from case import Case, apart, both, drawn_graph, named, texts, words


def written(g, method, **options):
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "g")
        getattr(g, method)(path, **options)
        with open(path, "rb") as f:
            return f.read()


def cases(rng):
    for directed in (True, False):
        n, arcs = drawn_graph(rng, directed=directed)
        names = words(rng, n)
        g = ig.Graph(n=n, edges=arcs, directed=directed)
        what = "directed" if directed else "undirected"
        wanted = set(arcs) if directed else both(arcs)
        numbers, of_names = texts(wanted), named(wanted, names)
        text = written(g, "write_edgelist")
        yield Case("edge list", f"igraph, {what}", {"g.edges": text}, listed(text), ask=apart(listed(text)))
        # igraph numbers Pajek from 1; its labels are the "id" or "name" of a node.
        yield Case("Pajek", f"igraph, no labels, {what}", {"g.net": written(g, "write_pajek")}, {(str(u + 1), str(v + 1)) for u, v in wanted}, pages=n, other=numbers)
        g.vs["name"], g.vs["id"], g.vs["label"] = names, names, names
        text = written(g, "write_ncol", weights=None)
        yield Case("NCOL", f"igraph, no weights, {what}", {"g.ncol": text}, listed(text), ask=apart(listed(text)))
        g.es["weight"] = [rng.randint(1, 99) / 4 for _ in arcs]
        text = written(g, "write_ncol")
        yield Case("NCOL", f"igraph, weights, {what}", {"g.ncol": text}, listed(text), ask=apart(listed(text)))
        yield Case("Pajek", f"igraph, labels and weights, {what}", {"g.net": written(g, "write_pajek")}, of_names, pages=n)
        yield Case("GraphML", f"igraph, {what}", {"g.graphml": written(g, "write_graphml")}, of_names, pages=n)
        yield Case("GML", f"igraph, {what}", {"g.gml": written(g, "write_gml")}, of_names, pages=n)
        yield Case("DOT", f"igraph, {what}", {"g.dot": written(g, "write_dot")}, numbers, pages=n, other=of_names)
        yield Case("LGL", f"igraph, {what}", {"g.lgl": written(g, "write_lgl", weights=None)}, named(arcs, names), ask=True)
    for strange in ('"', "&", "<", "'", " ", "é", "\\"):
        n, arcs = drawn_graph(rng)
        names = words(rng, n, strange)
        g = ig.Graph(n=n, edges=arcs, directed=True)
        g.vs["name"], g.vs["id"], g.vs["label"] = names, names, names
        for family, method in (("Pajek", "write_pajek"), ("GraphML", "write_graphml"), ("GML", "write_gml"), ("DOT", "write_dot")):
            text = written(g, method)
            arcs_by_name = named(arcs, names)
            want, other = (texts(arcs), arcs_by_name) if family == "DOT" else (arcs_by_name, None)
            yield Case(family, f"igraph, {strange!r} in names", {"g." + family.lower(): text}, want, pages=n, other=other)


def listed(text):
    """The arcs of a list without quotes, a line each: what stands first links to what stands second."""
    return {tuple(line.split()[:2]) for line in text.decode().splitlines()}
