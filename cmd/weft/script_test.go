package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"weft": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error { // how long a process waits at its end under the race detector
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "cut": cut, "json": jsonHas, "noleft": noLeft, "binary": binary,
		},
	})
}

// status runs a command and compares its exit status: status 2 weft info.
func status(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// cut shortens a file to so many bytes: cut FILE 100.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	var n int64
	fmt.Sscan(args[1], &n)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// jsonHas checks a number or text in the JSON that the last command printed: json pages 3.
func jsonHas(ts *testscript.TestScript, _ bool, args []string) {
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	for key := range strings.SplitSeq(args[0], ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			var i int
			fmt.Sscan(key, &i)
			if i >= len(x) {
				ts.Fatalf("%s: there are %d elements", args[0], len(x))
			}
			v = x[i]
		default:
			ts.Fatalf("%s: no such key", args[0])
		}
	}
	if got := fmt.Sprint(v); got != args[1] {
		ts.Fatalf("%s is %s, want %s", args[0], got, args[1])
	}
}

// binary makes a file that is no text: binary NAME.
func binary(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), 0o644))
}

// noLeft checks that nothing is left of a crawl that failed: noleft NAME.
func noLeft(ts *testscript.TestScript, _ bool, args []string) {
	for _, pattern := range []string{args[0], "." + args[0] + "*"} {
		found, err := filepath.Glob(ts.MkAbs(pattern))
		ts.Check(err)
		if len(found) > 0 {
			ts.Fatalf("there is %v", found)
		}
	}
}

// A killed import leaves nothing that opens as a crawl, and the next one does its work as if nothing had been.
func TestKilledImport(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	weft := func(args ...string) *exec.Cmd {
		// The test binary is the command under the name weft.
		link := filepath.Join(dir, "weft")
		if _, err := os.Lstat(link); err != nil {
			if err := os.Symlink(exe, link); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(link, args...)
		cmd.Dir = dir
		return cmd
	}
	cmd := weft("import", "-", "-o", "crawl", "--memory", "32MiB")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for i := range 200_000 {
		if _, err := io.WriteString(in, fmt.Sprintf("http://a.example/%d http://b.example/%d\n", i, i*7)); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the import ended before it was killed")
	}
	if _, err := os.Stat(filepath.Join(dir, "crawl")); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("a killed import left a crawl: %v", err)
	}
	for _, left := range []string{".crawl.draft", "crawl"} {
		if out, err := weft("info", left).CombinedOutput(); err == nil {
			t.Errorf("%s opens as a crawl: %s", left, out)
		}
	}
	cmd = weft("import", "-", "-o", "crawl")
	cmd.Stdin = strings.NewReader("http://a.example/ http://b.example/\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the next import: %v: %s", err, out)
	}
	if out, err := weft("verify", "crawl").CombinedOutput(); err != nil {
		t.Fatalf("verify: %v: %s", err, out)
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != "crawl" && e.Name() != "weft" {
			t.Errorf("%s is left", e.Name())
		}
	}
}
