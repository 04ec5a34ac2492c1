"""Files that NetworkX writes."""
import io, json

import networkx as nx

from case import Case, apart, both, drawn_graph, named, texts, urls, words


def graph(rng, names, directed, loops=True):
    n, arcs = drawn_graph(rng, directed=directed, loops=loops)
    names = names(rng, n) if names else list(range(n))
    g = nx.DiGraph() if directed else nx.Graph()
    g.add_nodes_from(names)
    g.add_edges_from((names[u], names[v]) for u, v in arcs)
    return g


def arcs_of(g):
    return texts(g.edges() if g.is_directed() else both(g.edges()))


def written(write, g, **options):
    out = io.BytesIO()
    write(g, out, **options)
    return out.getvalue()


def cases(rng):
    for directed in (True, False):
        for names in (None, words, urls):
            what = f"{'directed' if directed else 'undirected'}, {names.__name__ if names else 'numbers'}"
            g = graph(rng, names, directed)
            n = g.number_of_nodes()
            for family, write in (("GML", nx.write_gml), ("GraphML", nx.write_graphml), ("GEXF", nx.write_gexf)):
                yield Case(family, f"NetworkX, {what}", {"g." + family.lower(): written(write, g)}, arcs_of(g), pages=n)
            if names:
                yield Case("Pajek", f"NetworkX, {what}", {"g.net": written(nx.write_pajek, g)}, arcs_of(g), pages=n)
            yield from lists(rng, g, what)
            yield from jsons(g, what, n)
    g = graph(rng, words, True)
    nx.set_edge_attributes(g, float("nan"), "weight")
    yield Case("GML", "NetworkX, NaN as an attribute", {"g.gml": written(nx.write_gml, g)}, arcs_of(g))
    yield Case("GML", "a BOM before it", {"g.gml": b"\xef\xbb\xbf" + written(nx.write_gml, g)}, arcs_of(g))
    for strange in ('&"', "<>", "é漢", "'"):
        h = graph(rng, lambda r, n: words(r, n, strange), True)
        for family, write in (("GML", nx.write_gml), ("GraphML", nx.write_graphml), ("GEXF", nx.write_gexf)):
            yield Case(family, f"NetworkX, {strange} in names", {"g." + family.lower(): written(write, h)}, arcs_of(h))
    multi = nx.MultiDiGraph(g)
    multi.add_edges_from(list(g.edges())[:2])
    for family, write in (("GML", nx.write_gml), ("GraphML", nx.write_graphml), ("GEXF", nx.write_gexf), ("Pajek", nx.write_pajek)):
        yield Case(family, "NetworkX, parallel arcs", {"g." + family.lower(): written(write, multi)}, arcs_of(g))
    for prefix in ("g", "ns0"):
        body = written(nx.write_graphml, g).decode()
        body = prefixed(body, prefix)
        yield Case("GraphML", f"elements with the prefix {prefix}:", {"g.graphml": body.encode()}, arcs_of(g))


def prefixed(body, prefix):
    import lxml.etree as et

    root = et.fromstring(body.encode())
    space = et.QName(root).namespace
    new = et.Element("{%s}graphml" % space, nsmap={prefix: space})
    new.extend(list(root))
    et.cleanup_namespaces(new, keep_ns_prefixes=[prefix])
    out = et.tostring(new, xml_declaration=True, encoding="UTF-8").decode()
    assert f"<{prefix}:graphml" in out
    return out


def lists(rng, g, what):
    # A list says nothing of directions: its lines are arcs.
    arcs = texts(g.edges())
    directed = g.is_directed()
    for data, how in ((False, "no data"), (True, "dictionaries"), (["weight"], "a weight")):
        h = g.copy()
        nx.set_edge_attributes(h, {e: rng.randint(1, 9) for e in h.edges()}, "weight")
        for sep in (" ", "\t", ","):
            if sep == "," and data is True:
                continue
            text = written(nx.write_edgelist, h, data=data, delimiter=sep)
            # Numbers and a weight could be read as three columns of numbers: any two may be meant.
            yield Case("edge list", f"NetworkX, {how}, {sep!r}, {what}", {"g.edges": text}, arcs, ask=data == ["weight"] or apart(arcs))
    peer = nx.read_adjlist(io.BytesIO(written(nx.write_adjlist, g)), create_using=nx.DiGraph)
    yield Case("adjacency list", f"NetworkX, {what}", {"g.adjlist": written(nx.write_adjlist, g)}, texts(peer.edges()), ask=True)
    text = written(nx.write_multiline_adjlist, g)
    peer = nx.read_multiline_adjlist(io.BytesIO(text), create_using=nx.DiGraph)
    yield Case("multi-line adjacency list", f"NetworkX, {what}", {"g.adjlist": text}, texts(peer.edges()), ask=not directed)


def jsons(g, what, n):
    for edges in ("edges", "links"):
        yield Case("node-link JSON", f"NetworkX, {edges}, {what}", {"g.json": json.dumps(nx.node_link_data(g, edges=edges)).encode()}, arcs_of(g), pages=n)
        yield Case("node-link JSON", f"NetworkX, indented, {what}", {"g.json": json.dumps(nx.node_link_data(g, edges=edges), indent=1).encode()}, arcs_of(g), pages=n)
    yield Case("Cytoscape JSON", f"NetworkX, {what}", {"g.cyjs": json.dumps(nx.cytoscape_data(g)).encode()}, cytoscape_arcs(g), pages=n)
    yield Case("adjacency JSON", f"NetworkX, {what}", {"g.json": json.dumps(nx.adjacency_data(g)).encode()}, arcs_of(g), pages=n, ask=True)


def cytoscape_arcs(g):
    """NetworkX writes in "directed" whether the edges of Cytoscape JSON have a direction."""
    return arcs_of(g)
