"""Run job files in one process: a JSON list of arguments a line; status and output as a JSON object a line."""

import contextlib
import io
import json
import runpy
import sys

for line in sys.stdin:
    sys.argv = json.loads(line)
    text, status = io.StringIO(), 0
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit as e:
            status = e.code or 0
    print(json.dumps({"status": status, "text": text.getvalue()}), flush=True)
