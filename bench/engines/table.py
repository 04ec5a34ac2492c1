"""Collects timings and makes the table of docs/performance.md.

table.py lines NAME         weft bench --json on standard input, as lines that name the graph
table.py tag NAME           lines of peers.py or rust.py, with the graph named
table.py time NAME WHO OPERATION COMMAND…   times a command; arcs by GRAPH_ARCS
table.py table FILE         the table: medians, and how many times less weft takes than the best of the others
"""

import json
import os
import statistics
import subprocess
import sys
import time

# What is compared: operation of ours, those of the others, and whether the clock counts (else processor time).
ROWS = [
    ("scan", ["scan"], False),
    ("random lists", ["random lists", "random lists, counted"], False),
    ("compress", ["compress"], False),
    ("compress on all", ["compress on all"], True),
    ("compress densely", ["compress densely"], True),
    ("transpose on disk", ["transpose on disk"], False),
    ("text arcs in", ["text arcs in", "text arcs in, without the transpose"], False),
    ("pagerank 1e-6", ["pagerank 1e-06"], True),
    ("pagerank 1e-9", ["pagerank 1e-09"], True),
    ("pagerank 1e-6 streaming", ["pagerank 1e-6 streaming"], True),
    ("hits", ["hits"], True),
    ("bfs", ["bfs"], True),
    ("bfs of both", ["bfs"], True),
    ("wcc", ["wcc"], True),
    ("scc", ["scc"], True),
    ("scc of both", ["scc"], True),
    ("hyperball", ["hyperball", "hyperball, bytes"], False),
]

# What others do less of than weft, so that it is shown and not compared.
LESS = ("counted", "without the transpose")


def lines(name):
    for s in json.load(sys.stdin)["speeds"]:
        print(json.dumps({"graph": name, "who": "weft", "operation": s["operation"], "passes": s["passes"], "cpu_ns": s["cpu_ns"], "wall_ns": s["wall_ns"],
                          "seconds": s["seconds"], "stated_mib": s["need_bytes"] / 2**20, "taken_mib": s["peak_bytes"] / 2**20, "result": s["result"]}))


def tag(name):
    for line in sys.stdin:
        print(json.dumps({"graph": name, **json.loads(line)}), flush=True)


def clock(name, who, operation, *command):
    start = time.perf_counter()
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(p.pid, 0)
    wall, arcs = time.perf_counter() - start, int(os.environ["GRAPH_ARCS"])
    if status != 0:
        raise SystemExit("failed: " + " ".join(command))
    cpu = usage.ru_utime + usage.ru_stime
    print(json.dumps({"graph": name, "who": who, "operation": operation, "passes": 1, "cpu_ns": cpu * 1e9 / arcs, "wall_ns": wall * 1e9 / arcs,
                      "seconds": wall, "process_mib": usage.ru_maxrss / 1024}))


def median(found, key):
    values = [f[key] for f in found if key in f]
    return statistics.median(values) if values else None


def cell(found, wall):
    """The time of a program: per arc, or in all where programs take other numbers of passes."""
    whole = found[0]["operation"].startswith("pagerank")
    return median(found, "seconds" if whole else "wall_ns" if wall else "cpu_ns"), "s" if whole else "ns"


def table(path):
    with open(path) as f:
        all_lines = [json.loads(line) for line in f]
    for graph in dict.fromkeys(line["graph"] for line in all_lines):
        print("\n### %s\n" % graph)
        print("| operation | weft | the best of the others | ratio | weft's memory: stated, taken (MiB) | the others |\n|---|---|---|---|---|---|")
        for operation, theirs, wall in ROWS:
            mine = [x for x in all_lines if x["graph"] == graph and x["who"] == "weft" and x["operation"] == operation]
            others = {}
            for x in all_lines:
                if x["graph"] == graph and x["who"] != "weft" and x["operation"] in theirs:
                    others.setdefault(", ".join([x["who"], *x["operation"].split(", ")[1:]]), []).append(x)
            if not mine or not others:
                continue
            ours, unit = cell(mine, wall)
            timed = sorted((cell(found, wall)[0], who) for who, found in others.items())
            same = [pair for pair in timed if not pair[1].endswith(LESS)]  # those that do all of the work
            best, who = same[0]
            rest = "; ".join("%s %.3g" % (w, t) for t, w in timed if w != who)
            what = "%s, %s" % (operation, "clock" if wall else "processors")
            stated, taken = median(mine, "stated_mib"), median(mine, "taken_mib")
            memory = "%.0f (process)" % median(mine, "process_mib") if taken is None else "%.3g, %.3g" % (stated, taken) if stated else "–, %.2g" % taken
            process = "%.0f" % median(others[who], "process_mib")
            bits = ["", ""]
            if operation.startswith("compress"):
                bits = [" (%s)" % x[0].get("result", "") for x in (mine, others[who])]
            print("| %s | %.3g %s%s | %s %.3g %s%s, %s MiB | %.2f | %s | %s |" % (what, ours, unit, bits[0], who, best, unit, bits[1], process, best / ours, memory, rest))


if __name__ == "__main__":
    {"lines": lines, "tag": tag, "time": clock, "table": table}[sys.argv[1]](*sys.argv[2:])
