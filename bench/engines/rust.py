"""Times webgraph-rs on a compressed graph: rust.py BIN BASENAME ARCS THREADS SCRATCH [TEXT]

BASENAME has a transpose BASENAME-t; both have .ef files. Prints JSON lines as peers.py does; processor time and memory
are those of the process, which includes starting it. TEXT is the graph as lines of arcs.
"""

import json
import os
import re
import subprocess
import sys
import time

binaries, base, arcs, threads, scratch = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
text = sys.argv[6] if len(sys.argv) > 6 else ""
os.environ["TMPDIR"] = scratch


def tell(operation, passes, cpu, wall, memory, result=""):
    print(json.dumps({"who": "webgraph-rs", "threads": int(threads), "operation": operation, "passes": passes, "cpu_ns": cpu * 1e9 / arcs / passes,
                      "wall_ns": wall * 1e9 / arcs / passes, "seconds": wall, "process_mib": memory, "result": result}), flush=True)


def run(program, *args, stdin=None):
    """Runs a program; returns processor and wall seconds, peak MiB, and what it said."""
    start = time.perf_counter()
    with open(os.path.join(scratch, "said"), "w+") as said:
        p = subprocess.Popen([os.path.join(binaries, program), *args], stdout=said, stderr=subprocess.STDOUT, stdin=stdin)
        _, status, usage = os.wait4(p.pid, 0)
        wall = time.perf_counter() - start
        said.seek(0)
        words = said.read()
    if status != 0:
        raise SystemExit("%s %s failed:\n%s" % (program, " ".join(args), words[-2000:]))
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, words


def bits(basename):
    with open(basename + ".properties") as f:
        return "%.3f" % float(next(line.split("=")[1] for line in f if line.startswith("bitsperlink")))


def speeds(words):
    """The ns/arc of each repetition of webgraph bench, without the first, which warms up."""
    found = [float(x) for x in re.findall(r"([\d.]+) ns/arc", words)]
    return sorted(found[1:] or found)


def tell_speed(operation, found, memory):
    tell(operation, 1, found[len(found) // 2] * arcs / 1e9, found[len(found) // 2] * arcs / 1e9, memory)


def main():
    out = os.path.join(scratch, "made")
    # Its own benchmark of random lists asks each for its count, which needs no successors: lists takes them all.
    for operation, args in (("scan", ["-S"]), ("random lists, counted", ["-S", "-r", "1000000"])):
        _, _, memory, words = run("webgraph", "bench", "bvgraph", *args, "-R", "5", base)
        tell_speed(operation, speeds(words), memory)
    _, _, memory, words = run("lists", base, "1000000", "6")
    tell_speed("random lists", speeds("\n".join(line for line in words.splitlines() if line.startswith("each"))), memory)
    for operation, args in (("compress", ["-t", "1"]), ("compress on all", ["-t", threads]), ("compress densely", ["-t", threads, "--bvgraphz"])):
        cpu, wall, memory, _ = run("webgraph", "to", "bvgraph", *args, base, out)
        tell(operation, 1, cpu, wall, memory, bits(out) + " bits an arc")
    back_cpu, back_wall, back_memory, _ = run("webgraph", "transform", "transpose", "-t", threads, "-m", "256m", base, out)
    tell("transpose on disk", 1, back_cpu, back_wall, back_memory)
    cpu, wall, memory, words = run("webgraph-rank", "pagerank", "--threshold", "1e-6", "-t", threads, "-o", out + ".rank", base + "-t")
    tell("pagerank 1e-6 streaming", iterations(words), cpu, wall, memory)
    cpu, wall, memory, _ = run("webgraph-sccs", "-j", threads, base, out + ".scc")
    tell("scc", 1, cpu, wall, memory)
    for name, more in (("hyperball", []), ("hyperball, bytes", ["--hll8"])):
        cpu, wall, memory, words = run("webgraph-dist", "hyperball", *more, "--log2m", "6", "-t", threads, "--upper-bound", "20", base + "-t", base,
                                       "--reachable-nodes", out + ".reach")
        tell(name, 20, cpu, wall, memory)
    if text:
        with open(text) as stdin:
            nodes = next(line.split("=")[1].strip() for line in open(base + ".properties") if line.startswith("nodes"))
            cpu, wall, memory, _ = run("webgraph", "from", "arcs", "-t", threads, "--num-nodes", nodes, out, stdin=stdin)
        tell("text arcs in, without the transpose", 1, cpu, wall, memory)
        tell("text arcs in", 1, cpu + back_cpu, wall + back_wall, max(memory, back_memory))  # weft import makes both


def iterations(words):
    found = re.findall(r"[Ii]teration[s]?[: ]+(\d+)", words) or re.findall(r"(\d+) iterations", words)
    return max(map(int, found), default=1)


main()
