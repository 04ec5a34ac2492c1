#!/usr/bin/env bash
# kill.sh extracts archives on a standalone Spark with two workers on 127.0.0.1, and kills one worker and its executor meanwhile.
# Spark runs the lost tasks again. The checksum of the shards must be that of an undisturbed run.
#
#   bench/spark/kill.sh WEFT SCRATCH ARCHIVE…
#
# WEFT is the binary. tools/spark.sh install comes first; Java 17 is needed. SCRATCH is removed.
set -euo pipefail
tools=$(dirname "$(realpath "$0")")/../../tools
weft=$(realpath "$1") scratch=$(mkdir -p "$2" && realpath "$2")
shift 2
mapfile -t archives < <(realpath "$@")
java=$("$tools/spark.sh" java)
home=$(echo "$java"/lib/python3*/site-packages/pyspark)
export SPARK_HOME=$home SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON="$java/bin/python" SPARK_WORKER_DIR=$scratch/worker
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait || true; rm -rf "$scratch"' EXIT
cd "$scratch"
cp "$weft" weft
./weft spark job -o weft_spark.py

"$home/bin/spark-class" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 50751 --webui-port 0 >master.log 2>&1 &
pids+=($!)
for i in 1 2; do
	sleep 5
	"$home/bin/spark-class" org.apache.spark.deploy.worker.Worker spark://127.0.0.1:50751 -h 127.0.0.1 -c 1 -m 1500M --webui-port 0 >"worker$i.log" 2>&1 &
	pids+=($!)
done
sleep 8

# extract runs the job into a folder.
extract() {
	"$home/bin/spark-submit" --master spark://127.0.0.1:50751 --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false --executor-memory 1g \
		--files weft weft_spark.py extract --in "${archives[@]}" --out "$1" >"$1.log" 2>&1
}

extract whole
extract killed &
job=$!
until [ "$(find killed -name done.json 2>/dev/null | wc -l)" -ge 1 ]; do sleep 0.1; done # one archive is read
executor=$(pgrep -P "${pids[1]}" | head -n 1)
kill -9 "${pids[1]}" ${executor:+"$executor"}
wait "$job"
for run in whole killed; do
	printf '%s\t%s\n' "$run" "$(grep '"checksum"' "$run/manifest.json")"
done
printf 'lost executors\t%s\n' "$(grep -c 'Lost executor' killed.log || true)"
[ "$(grep '"checksum"' whole/manifest.json)" = "$(grep '"checksum"' killed/manifest.json)" ]
