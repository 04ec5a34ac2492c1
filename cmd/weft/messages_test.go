package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/progress"
	"weft/store"
)

// progressOf runs a command with --progress json and returns its status and the lines of standard error.
func progressOf(t *testing.T, args ...string) (status int, lines []progress.Line) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(append(args, "--progress", "json"), strings.NewReader(""), &out, &errs)
	for text := range strings.Lines(errs.String()) {
		var l progress.Line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Errorf("%v: line %q: %v", args, text, err)
		}
		lines = append(lines, l)
	}
	return status, lines
}

// TestProgressAsJSON writes nothing but lines of JSON to standard error: steps, messages, errors and hints.
func TestProgressAsJSON(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	status, lines := progressOf(t, "generate", "web", "-o", dir, "--pages", "300")
	if status != 0 || len(lines) == 0 || lines[0].Progress == nil || lines[0].Progress.Name == "" {
		t.Errorf("generate: status %d, lines %+v", status, lines)
	}
	status, lines = progressOf(t, "info", dir+"none")
	if last := lines[len(lines)-1]; status != 1 || last.Level != levelError || !strings.Contains(last.Message, dir+"none") {
		t.Errorf("no crawl: status %d, lines %+v", status, lines)
	}
	if _, lines = progressOf(t, "rank", "pagerank", dir, "--quiet"); len(lines) > 0 {
		t.Errorf("quiet: %+v", lines)
	}
	if err := os.WriteFile(filepath.Join(dir, store.ManifestFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, lines = progressOf(t, "rank", "pagerank", dir)
	if n := len(lines); status == 0 || n < 2 || lines[n-1].Level != levelHint {
		t.Errorf("a damaged crawl: status %d, lines %+v", status, lines)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"info", dir, "--progress", "jsn"}, nil, &out, &errs); status != exitUsage || !strings.HasPrefix(errs.String(), "weft: error: --progress jsn: expected") {
		t.Errorf("an unknown form: status %d, %q", status, errs.String())
	}
}

// TestProgressIsNoPartOfACommand keeps the form of progress out of the history of the crawl.
func TestProgressIsNoPartOfACommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	if status, _ := progressOf(t, "generate", "web", "-o", dir, "--pages", "100"); status != 0 {
		t.Fatal(status)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"info", dir}, nil, &out, &errs); status != 0 || strings.Contains(out.String(), "progress") {
		t.Errorf("status %d, %s", status, out.String())
	}
}
