#!/usr/bin/env bash
# measure.sh compares weft with the job for Spark on Sail and on Spark: ten iterations of PageRank of random graphs of 1 M and
# 10 M arcs. It prints CPU seconds (user and system, of all processes), seconds by the clock and the largest process in MiB.
#
#   bench/spark/measure.sh WEFT SCRATCH [ARCS…]
#
# WEFT is the binary. tools/spark.sh install comes first. SCRATCH takes about 60 bytes an arc, and is removed.
set -euo pipefail
cd "$(dirname "$0")"
weft=$(realpath "$1") scratch=$(mkdir -p "$2" && realpath "$2")
shift 2
sail=$(../../tools/spark.sh sail) java=$(../../tools/spark.sh java)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$weft" spark job -o weft_spark.py
script=$OLDPWD

# timed NAME COMMAND… prints a line of figures.
timed() {
	local name=$1
	shift
	"$sail/bin/python" - "$name" "$@" <<-'END'
		import os, resource, subprocess, sys, time
		began = time.time()
		done = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=open("log", "w"))
		used = resource.getrusage(resource.RUSAGE_CHILDREN)
		if done.returncode:
		    sys.exit(open("log").read()[-2000:])
		print(f"{sys.argv[1]}\tCPU {used.ru_utime + used.ru_stime:.1f} s\tclock {time.time() - began:.1f} s\t{used.ru_maxrss / 1024:.0f} MiB", flush=True)
	END
}

# on_sail runs the job on a server of its own.
cat >on_sail <<END
#!/usr/bin/env bash
set -euo pipefail
"$sail/bin/sail" spark server --ip 127.0.0.1 --port 50651 2>/dev/null &
server=\$!
trap 'kill "\$server" || true; wait "\$server" || true' EXIT
for _ in \$(seq 300); do (exec 3<>/dev/tcp/127.0.0.1/50651) 2>/dev/null && break; sleep 0.05; done
"$sail/bin/python" weft_spark.py "\$@" --remote sc://127.0.0.1:50651
END
cat >on_spark <<END
#!/usr/bin/env bash
set -euo pipefail
home=\$(echo "$java"/lib/python3*/site-packages/pyspark)
SPARK_HOME=\$home SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON="$java/bin/python" "\$home/bin/spark-submit" --master 'local[2]' --driver-memory 2g \\
	--conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false weft_spark.py "\$@"
END
chmod +x on_sail on_spark

for arcs in "${@:-1000000 10000000}"; do
	for m in $arcs; do
		rm -rf graph crawl
		"$sail/bin/python" "$script/make.py" graph "$((m / 10))" "$m"
		printf '%s arcs\n' "$m"
		timed 'weft import' "$weft" import graph/arcs.parquet -o crawl --quiet
		timed 'weft rank pagerank' "$weft" rank pagerank crawl --method power --iterations 10 --tolerance 0 --quiet
		for engine in sail spark; do
			rm -rf out
			timed "$engine: group arcs, degrees" "./on_$engine" degrees --in graph/shards --out out
			timed "$engine: pagerank" "./on_$engine" pagerank --in graph/shards --out out --iterations 10 --tolerance 0
		done
	done
done
