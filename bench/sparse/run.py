"""Times weft beside SciPy, or igraph, on graphs of few arcs a page, one processor each, in turn.

	bench/sparse/run.py DIR [--python PYTHON] [--rounds 15] [--before BINARY] [--graphs a,b] [--operations x,y] [--add NAME=BASENAME]…

DIR is for graphs and programs. PYTHON has NumPy, SciPy and igraph. BINARY is bench/sparse as another version of weft builds it. --add takes a
BVGraph as it is. Prints the median and the least of the milliseconds of the processor, and how many times less weft takes than the other.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess

# model, pages, links a page, seed
MODELS = {
    "gnp": ("gnp", 325729, 4, 1),
    "copying": ("copying", 325729, 4.6, 1),
    "web": ("web", 325729, 4.6, 1),
    "web 1 M": ("web", 1000000, 4, 2),
    "crawl": ("crawl", 325729, 4.6, 1),
    "mixed": ("mixed", 325729, 4.6, 1),
    "crawl 1 M": ("crawl", 1000000, 4, 2),
    "mixed 1 M": ("mixed", 1000000, 4, 2),
    "whole 0.1 M": ("whole", 100000, 30, 4),
    "copying small": ("copying", 4592, 26, 5),
    "gnp 4 M": ("gnp", 4000000, 4, 3),
}
OPERATIONS = ["power", "gauss", "power20", "hits", "scc", "both", "wcc", "wccboth", "bfs", "bfsboth", "kcore", "triangles"]
here = os.path.dirname(os.path.abspath(__file__))

p = argparse.ArgumentParser()
p.add_argument("dir")
p.add_argument("--add", action="append", default=[])
p.add_argument("--python", default="python3")
p.add_argument("--rounds", type=int, default=15)
p.add_argument("--before")
p.add_argument("--graphs")
p.add_argument("--operations", default=",".join(OPERATIONS))
o = p.parse_args()

binary = os.path.join(o.dir, "sparse")
os.makedirs(o.dir, exist_ok=True)
subprocess.run(["go", "build", "-o", binary, "./bench/sparse"], cwd=os.path.dirname(os.path.dirname(here)), check=True)
models = {**MODELS, **{name: (base, 1, 1, 1) for name, base in (m.split("=", 1) for m in o.add)}}
environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", GOMAXPROCS="1")
one = ["taskset", "-c", str(max(os.sched_getaffinity(0)))] if shutil.which("taskset") else []


class Program:
    """A program that runs an operation when it is asked for it, so that programs can take turns."""

    def __init__(self, *command):
        self.process = subprocess.Popen([*one, *command], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


print("| graph | operation | other |" + (" before |" if o.before else "") + " weft | ratio | what came out |")
print("|---|---|---|" + ("---|" if o.before else "") + "---|---|---|")
for name in o.graphs.split(",") if o.graphs else models:
    path = os.path.join(o.dir, name.replace(" ", "") + ".csr")
    if not os.path.exists(path):
        subprocess.run([binary, "make", *map(str, models[name]), path], check=True)
    for operation in o.operations.split(","):
        commands = {"other": [o.python, os.path.join(here, "peer.py")], "before": [o.before, "time"], "weft": [binary, "time"]}
        programs = {who: Program(*command, path, operation) for who, command in commands.items() if command[0]}
        took, said = {who: [] for who in programs}, {}
        for i in range(o.rounds + 1):  # the first is not counted
            for who, program in programs.items():
                found = program.run()
                said[who] = found["result"]
                if i > 0:
                    took[who].append(found["ms"])
        for program in programs.values():
            program.end()
        cells = ["%.3g, %.3g" % (statistics.median(took[who]), min(took[who])) for who in took]
        ratio = "%.2f" % (statistics.median(took["other"]) / statistics.median(took["weft"]))
        print("| %s | %s | %s | %s | %s |" % (name, operation, " | ".join(cells), ratio, said["weft"]), flush=True)
