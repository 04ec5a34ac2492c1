package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"weft/internal/shared"
)

// Every manual page fits 80 columns, as groff renders it (apt-get install groff). Without groff, unfilled lines of the
// source are checked: groff itself breaks all others.
func TestManualsFitScreens(t *testing.T) {
	dir := t.TempDir()
	asked(t, exitDone, "man", dir)
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(pages) < 30 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	shared.Outside()
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Log("groff is missing: only unfilled lines are checked")
	}
	var text string
	for _, page := range pages {
		text += unfilled(t, page) + "\n"
	}
	if groff != "" {
		out, err := exec.Command(groff, append([]string{"-man", "-Tutf8", "-Kutf8", "-rLL=78n", "-P-cbou"}, pages...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		text += string(out)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if n := utf8.RuneCountInString(line); n > helpWidth {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// unfilled returns the lines of a manual page between .nf and .fi, with their indent.
func unfilled(t *testing.T, page string) string {
	t.Helper()
	source, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	inside := false
	for line := range strings.SplitSeq(string(source), "\n") {
		switch line {
		case ".nf", ".fi":
			inside = line == ".nf"
		default:
			if inside {
				lines = append(lines, "       "+strings.NewReplacer(`\-`, "-", `\e`, `\`, `\&`, "").Replace(line))
			}
		}
	}
	return strings.Join(lines, "\n")
}
