#!/usr/bin/env python3
"""Finds the sites of crawls whose truth is known, and prints how good they are and how often statements about them hold.

usage: accuracy.py WEFT DATA [SEED [SET]]

DATA is the folder of research data with docsites (50 manuals) and othersites (six sites that are no manuals). Each set is
read with its own URLs, in other layouts, with links drawn between its sites, and with URLs that say nothing. `weft site eval` draws
1 and 3 pages of each site of 50 pages or more, ten times.
"""
import collections, gzip, json, os, random, subprocess, sys, tempfile

weft, data = os.path.abspath(sys.argv[1]), sys.argv[2]
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def docsites():
    rows = [line.rstrip("\n").split("\t") for line in gzip.open(f"{data}/docsites/mid.nodes.tsv.gz", "rt")]
    arcs = set()
    for u, line in enumerate(gzip.open(f"{data}/docsites/mid.adj.txt.gz", "rt")):
        v = 0
        for gap in map(int, line.split()):
            v += gap
            arcs.add((u, v))
    return [r[0] for r in rows], [r[1] for r in rows], arcs


def othersites():
    rows = [line.rstrip("\n").split("\t") for line in gzip.open(f"{data}/othersites/pages.tsv.gz", "rt")]
    arcs = {tuple(map(int, line.split())) for line in gzip.open(f"{data}/othersites/arcs.gz", "rt")}
    return [r[0] for r in rows], [r[1] for r in rows], arcs


# Links between sites, as othersites/link.py draws them: the share of pages that link elsewhere, the share of these that is
# returned, and whether all pages of two sites have a footer to a third.
LEVELS = {"none": None, "one-way": (0.01, 0, False), "light": (0.01, 0.05, False), "heavy": (0.05, 0.10, True), "ring of footers": "ring"}


def linked(truth, arcs, level):
    if LEVELS[level] is None:
        return arcs
    rng, arcs = random.Random(seed), set(arcs)
    ind, of = collections.Counter(v for _, v in arcs), collections.defaultdict(list)
    for u, s in enumerate(truth):
        of[s].append(u)
    names = [s for s in sorted(of) if len(of[s]) >= 50]
    front = {s: max(of[s], key=lambda u: (ind[u], -u)) for s in names}
    if LEVELS[level] == "ring":
        for i, s in enumerate(names):
            for t in (names[i - 1], names[(i + 1) % len(names)]):
                arcs |= {(u, front[t]) for u in of[s]}
        return arcs
    rate, back, footers = LEVELS[level]
    for s in names:
        hub = rng.choice(of[s])
        arcs |= {(hub, front[t]) for t in names if t != s}
        for u in of[s]:
            if rng.random() < rate:
                v = rng.choice(of[rng.choice([t for t in names if t != s])])
                arcs.add((u, v))
                if rng.random() < back:
                    arcs.add((v, u))
    if footers:
        a, b, to = rng.sample(names, 3)
        arcs |= {(u, front[to]) for s in (a, b) for u in of[s]}
    return arcs


def renamed(urls, truth, layout):
    if layout == "own":
        return urls
    rng, hosts = random.Random(seed), {}
    order = list(range(len(urls)))
    rng.shuffle(order)
    out = []
    for i, (url, site) in enumerate(zip(urls, truth)):
        host, _, path = url.split("://", 1)[1].partition("/")
        site = site.replace(".", "-")
        out.append({
            "opaque paths": f"http://h{hosts.setdefault(host, len(hosts))}.example/{order[i]}",
            "no URLs": str(order[i]),
            "folders of one host": f"http://all.test/{site}/{host}/{path}",
            "folders of users": f"http://all.test/users/~{site}/{host}/{path}",
            "shelves": f"http://all.test/a{len(site) % 3}/b/{site}/{host}/{path}",
            "a host each": f"http://www.{site}.test/{host}/{path}",
            "two hosts at random": f"http://{rng.choice(['www', 'static'])}.{site}.test/{host}/{path}",
        }[layout])
    return out


def run(*args):
    return subprocess.run([weft, *args, "--quiet"], check=True, capture_output=True, text=True).stdout


def evaluated(urls, truth, arcs):
    with tempfile.TemporaryDirectory() as tmp:
        with open(f"{tmp}/arcs.tsv", "w") as f:
            f.writelines(f"{urls[u]}\t{urls[v]}\n" for u, v in sorted(arcs))
        with open(f"{tmp}/truth.tsv", "w") as f:
            f.writelines(f"{u}\t{s}\n" for u, s in zip(urls, truth))
        run("import", f"{tmp}/arcs.tsv", "-o", f"{tmp}/crawl")
        return [json.loads(run("site", "eval", f"{tmp}/crawl", "--truth", f"{tmp}/truth.tsv", "--pages", str(k), "--json")) for k in (1, 3)]


def main():
    said = {}
    print(f"{'set':10} {'URLs':20} {'links between':15} {'1 page: F1':>10} {'precision':>9} {'3 pages: F1':>11} {'precision':>9} {'host: F1':>9} {'prefix':>7}")
    for name, read in (("docsites", docsites), ("othersites", othersites)):
        if name not in sys.argv[4:] and len(sys.argv) > 4:
            continue
        urls, truth, arcs = read()
        layouts = ["own", "opaque paths", "no URLs", "folders of one host", "folders of users", "shelves", "a host each", "two hosts at random"]
        for layout in layouts:
            for level in LEVELS if layout in ("own", "opaque paths", "no URLs") else ("heavy", "ring of footers"):
                one, three = evaluated(renamed(urls, truth, layout), truth, linked(truth, arcs, level))
                others = {m["name"]: m["all"]["f1"] for m in three["others"]}
                print(f"{name:10} {layout:20} {level:15} {one['f1']:10.3f} {one['precision']:9.3f} {three['f1']:11.3f} {three['precision']:9.3f} "
                      f"{others.get('host', float('nan')):9.3f} {others.get('prefix', float('nan')):7.3f}", flush=True)
                for k, result in ((1, one), (3, three)):
                    for s in result["statements"]:
                        count = said.setdefault((name, k, s["statement"]), [0, 0])
                        count[0] += s["draws"]
                        count[1] += s["held"]
    print(f"\n{'set':10} {'pages':>5} {'statement':22} {'draws':>6} {'held':>6} {'share':>6}")
    for (name, k, statement), (draws, held) in sorted(said.items()):
        share = "" if statement == "unknown" else f"{held / draws:6.3f}"
        print(f"{name:10} {k:5} {statement:22} {draws:6} {held:6} {share}")


main()
