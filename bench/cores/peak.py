"""Runs a command, and says how long it took, and how much anonymous memory it had at most."""

import re
import resource
import subprocess
import sys
import time

begin = time.time()
job = subprocess.Popen(sys.argv[1:])
most = 0
while job.poll() is None:
    try:
        most = max(most, int(re.search(r"RssAnon:\s+(\d+)", open(f"/proc/{job.pid}/status").read())[1]))
    except (OSError, TypeError):
        pass
    time.sleep(0.02)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.time() - begin:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of CPU, {most / 1024:.0f} MiB anonymous at most")
sys.exit(job.returncode)
