package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A sparkEngine runs the job file, one command after another.
type sparkEngine struct {
	t      *testing.T
	job    string // path of the job file
	worker string // path of the binary
	python string // with the client of Spark Connect
	remote string // the address of the engine, as a variable of the environment
	in     io.Writer
	out    *bufio.Scanner
}

// sparkTool returns what tools/spark.sh prints for an argument. It skips the test where something is missing.
func sparkTool(t *testing.T, arg string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("tools/spark.sh is a script for bash")
	}
	if out, err := exec.Command("../../tools/spark.sh", "check").CombinedOutput(); err != nil {
		t.Skipf("no Spark and no Sail: tools/spark.sh install (%s)", strings.Join(strings.Split(strings.TrimSpace(string(out)), "\n"), "; "))
	}
	out, err := exec.Command("../../tools/spark.sh", arg).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// sparkFiles writes the job file, and a link to the test program under the name weft: it is the worker.
func sparkFiles(t *testing.T) (dir, job, worker string) {
	t.Helper()
	dir = t.TempDir()
	job, worker = filepath.Join(dir, "weft_spark.py"), filepath.Join(dir, "weft")
	weft(t, exitDone, "spark", "job", "-o", job)
	exe, err := os.Executable()
	if err == nil {
		err = os.Symlink(exe, worker)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, job, worker
}

// startSail starts a server of Sail, and a program that runs job files on it.
func startSail(t *testing.T) *sparkEngine {
	t.Helper()
	env := sparkTool(t, "sail")
	dir, job, worker := sparkFiles(t)
	port := freePort(t)
	log, err := os.Create(filepath.Join(dir, "sail.log"))
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(filepath.Join(env, "bin", "sail"), "spark", "server", "--ip", "127.0.0.1", "--port", port)
	server.Stdout, server.Stderr, server.Dir = log, log, dir
	start(t, server)
	awaitPort(t, port)
	e := &sparkEngine{t: t, job: job, worker: worker, python: filepath.Join(env, "bin", "python"), remote: "SPARK_REMOTE=sc://127.0.0.1:" + port}
	runner := exec.Command(e.python, filepath.Join("testdata", "spark", "run.py"))
	runner.Env = append(os.Environ(), e.remote)
	runner.Stderr = log
	in, err1 := runner.StdinPipe()
	out, err2 := runner.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	start(t, runner)
	e.in, e.out = in, bufio.NewScanner(out)
	e.out.Buffer(nil, 1<<24)
	return e
}

// start starts a program, and ends it with the test.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		cmd.Wait()         //nolint:errcheck // it was killed
	})
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // only its number is wanted
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func awaitPort(t *testing.T, port string) {
	t.Helper()
	for range 600 {
		if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			c.Close() //nolint:errcheck // it was a trial
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("no server answers on port %s", port)
}

// run runs a command of the job, and returns what it printed.
func (e *sparkEngine) run(t *testing.T, status int, args ...string) string {
	t.Helper()
	line, err := json.Marshal(append([]string{e.job}, args...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(e.in, "%s\n", line); err != nil {
		t.Fatal(err)
	}
	if !e.out.Scan() {
		t.Fatalf("the runner of the job ended: %v", e.out.Err())
	}
	var told struct {
		Status int
		Text   string
	}
	if err := json.Unmarshal(e.out.Bytes(), &told); err != nil {
		t.Fatal(err)
	}
	if told.Status != status {
		t.Fatalf("weft_spark.py %s: status %d, want %d\n%s", strings.Join(args, " "), told.Status, status, told.Text)
	}
	return told.Text
}

// extract makes shards of archives in a new folder.
func (e *sparkEngine) extract(t *testing.T, archives ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "shards")
	e.run(t, 0, append([]string{"extract", "--worker", e.worker, "--out", out, "--in"}, archives...)...)
	return out
}
