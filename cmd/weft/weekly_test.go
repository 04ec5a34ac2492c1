package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWeeklyScript runs the script of docs/howto/weekly.md on two dates, with a page that is gone at the second one, and
// once with a budget that is spent.
func TestWeeklyScript(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "howto", "weekly.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(string(page), "```sh\n#!/bin/sh\n")
	script, _, _ = strings.Cut(script, "```")
	second := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/" && second:
			w.Write([]byte("<a href=/new>new</a>"))
		case r.URL.Path == "/":
			w.Write([]byte("<a href=/old>old</a>"))
		case r.URL.Path == "/new" && second || r.URL.Path == "/old" && !second:
			w.Write([]byte("text"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	dir := t.TempDir()
	script = strings.ReplaceAll(script, "https://example.org/", s.URL+"/")
	script = strings.ReplaceAll(script, "--quiet", "--quiet --allow-private --delay 0.01")
	script = strings.ReplaceAll(script, "report \"$today\" --quiet --allow-private --delay 0.01", "report \"$today\" --quiet")
	script = strings.ReplaceAll(script, ".txt\" --quiet --allow-private --delay 0.01", ".txt\" --quiet")
	run := func(script, date string) int {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "recrawl.sh"), []byte(script), 0o700); err != nil { //nolint:gosec // it is run
			t.Fatal(err)
		}
		cmd := exec.Command("sh", filepath.Join(dir, "recrawl.sh"), date) // testscript.Main has put weft on the path
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode()
	}
	if got := run(script, "2026-11-21"); got != exitDone {
		t.Fatalf("the first run: exit status %d", got)
	}
	second = true
	if got := run(script, "2026-11-28"); got != exitDone {
		t.Fatalf("the second run: exit status %d", got)
	}
	for name, want := range map[string]string{"gone-2026-11-28.txt": s.URL + "/old\n", "new-2026-11-28.txt": s.URL + "/new\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	if got := run(strings.ReplaceAll(script, "--pages 20000", "--pages 1"), "2026-12-05"); got != exitIncomplete {
		t.Errorf("a spent budget: exit status %d, want %d", got, exitIncomplete)
	}
}
