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

	"weft/internal/shared"
)

// A sparkEngine runs the job file, one command after another.
type sparkEngine struct {
	t       *testing.T
	job     string // path of the job file
	worker  string // path of the binary
	python  string // with the client of Spark Connect
	remote  string // the address of the engine, as a variable of the environment
	in      io.Writer
	out     *bufio.Scanner
	process *os.Process
	log     string // path of what engine and runner say
}

// sparkTool returns what tools/spark.sh prints for an argument. It skips the test where something is missing.
func sparkTool(t *testing.T, arg string) string {
	t.Helper()
	shared.Outside()
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
	e := &sparkEngine{t: t, job: job, worker: worker, log: log.Name(), python: filepath.Join(env, "bin", "python"), remote: "SPARK_REMOTE=sc://127.0.0.1:" + port}
	runner := exec.Command(e.python, filepath.Join("testdata", "spark", "run.py"))
	runner.Env = append(os.Environ(), e.remote)
	runner.Stderr = log
	in, err1 := runner.StdinPipe()
	out, err2 := runner.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	e.serve(t, runner, in, out)
	return e
}

// start starts a program, and ends it with the test.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func awaitPort(t *testing.T, port string) {
	t.Helper()
	for range 600 {
		if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			c.Close()
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
	stop := time.AfterFunc(longest, func() { e.process.Kill() })
	defer stop.Stop()
	if !e.out.Scan() {
		text, _ := os.ReadFile(e.log)
		t.Fatalf("the runner of the job ended: %v\n%s", e.out.Err(), text[max(0, len(text)-5000):])
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

// startSubmitted starts a program that runs job files in a local Spark, as spark-submit starts them.
func startSubmitted(t *testing.T) *sparkEngine {
	t.Helper()
	if _, err := exec.LookPath("java"); err != nil {
		t.Skip("no java: tools/spark.sh install adds Spark where Java 17 is")
	}
	env := sparkTool(t, "java")
	dir, job, worker := sparkFiles(t)
	homes, err := filepath.Glob(filepath.Join(env, "lib", "python3*", "site-packages", "pyspark"))
	if err != nil || len(homes) != 1 {
		t.Fatalf("%v in %s", homes, env)
	}
	log, err := os.Create(filepath.Join(dir, "spark.log"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := filepath.Abs(filepath.Join("testdata", "spark", "run.py"))
	if err != nil {
		t.Fatal(err)
	}
	e := &sparkEngine{t: t, job: job, worker: worker, log: log.Name(), python: filepath.Join(env, "bin", "python")}
	cmd := exec.Command(e.python, run) // it starts spark-submit with these arguments
	cmd.Env = append(os.Environ(), "SPARK_HOME="+homes[0], "SPARK_LOCAL_IP=127.0.0.1", "PYSPARK_PYTHON="+e.python,
		"PYSPARK_SUBMIT_ARGS=--master local[2] --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 --conf spark.ui.enabled=false --conf spark.local.dir="+dir+" --files "+worker+" pyspark-shell")
	cmd.Dir, cmd.Stderr = dir, log
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	e.serve(t, cmd, in, out)
	return e
}

// serve starts the program that runs job files. It ends with its input.
func (e *sparkEngine) serve(t *testing.T, cmd *exec.Cmd, in io.WriteCloser, out io.Reader) {
	t.Helper()
	start(t, cmd)
	t.Cleanup(func() {
		in.Close()
		stop := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		stop.Stop()
	})
	e.in, e.out, e.process = in, bufio.NewScanner(out), cmd.Process
	e.out.Buffer(nil, 1<<24)
}

// longest is how long a command of the job may take.
const longest = 10 * time.Minute
