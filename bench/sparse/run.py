"""Times weft beside SciPy on graphs of few arcs a page in an order without locality, one processor each, in turn.

	bench/sparse/run.py DIR [--python PYTHON] [--rounds 3] [--before BINARY] [--graphs a,b] [--operations x,y] [--add NAME=BASENAME]…

DIR is for graphs and programs. PYTHON has NumPy and SciPy. BINARY is bench/sparse as another version of weft builds it. --add takes a
BVGraph as it is. Prints the median and the least of the milliseconds of the processor, and how many times less weft takes than SciPy.
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
    "gnp 4 M": ("gnp", 4000000, 4, 3),
    "dangling": ("dangling", 325729, 4.6, 4),
    "far dangling": ("far-dangling", 325729, 4.6, 4),
    "dangling 1 M": ("dangling", 1000000, 4, 5),
    "far dangling 1 M": ("far-dangling", 1000000, 4, 5),
}
OPERATIONS = ["power", "gauss", "power20", "hits", "scc", "both", "bfs", "bfsboth"]
here = os.path.dirname(os.path.abspath(__file__))

p = argparse.ArgumentParser()
p.add_argument("dir")
p.add_argument("--add", action="append", default=[])
p.add_argument("--python", default="python3")
p.add_argument("--rounds", type=int, default=3)
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


def run(*command):
    return json.loads(subprocess.run([*one, *command], env=environment, stdout=subprocess.PIPE, check=True).stdout)


print("| graph | operation | SciPy |" + (" before |" if o.before else "") + " weft | ratio | what came out |")
print("|---|---|---|" + ("---|" if o.before else "") + "---|---|---|")
for name in o.graphs.split(",") if o.graphs else models:
    path = os.path.join(o.dir, name.replace(" ", "") + ".csr")
    if not os.path.exists(path):
        subprocess.run([binary, "make", *map(str, models[name]), path], check=True)
    runs = 20 if os.path.getsize(path) < 1 << 20 else 5
    for operation in o.operations.split(","):
        took, said = {}, ""
        for _ in range(o.rounds):
            programs = {"scipy": [o.python, os.path.join(here, "peer.py")], "before": [o.before, "time"], "weft": [binary, "time"]}
            for who, program in programs.items():
                if program[0]:
                    found = run(*program, path, operation, str(runs))
                    took.setdefault(who, []).extend(found["ms"][1:])
                    said = found["result"]
        cells = ["%.3g, %.3g" % (statistics.median(took[who]), min(took[who])) for who in took]
        ratio = "%.2f" % (statistics.median(took["scipy"]) / statistics.median(took["weft"]))
        print("| %s | %s | %s | %s | %s |" % (name, operation, " | ".join(cells), ratio, said), flush=True)
