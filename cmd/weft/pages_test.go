package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPagesWithDamagedIndex prints the same pages whichever byte of the index is damaged, and whatever the format. It warns if
// the damage was met.
func TestPagesWithDamagedIndex(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", "200")
	line := []string{"pages", "crawl", "1", "--links", "1-", "--quiet"}
	formats := [][]string{{"--columns", "url,state"}, {"--json", "--columns", "url"}, {"--format", "csv", "--columns", "url,state"}}
	var want []string
	for _, f := range formats {
		out, _ := weft(t, exitDone, append(line, f...)...)
		want = append(want, out)
	}
	if strings.Count(want[2], "\n") < 5 {
		t.Fatalf("few pages: %s", want[2])
	}
	weft(t, exitDone, "pages", "crawl", "--index", "--quiet")
	index := filepath.Join("crawl", "results", "index", "lookup.npy")
	whole, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	warned := 0
	for at := 0; at < len(whole); at += len(whole)/50 + 1 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x55
		if err := os.WriteFile(index, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		for i, f := range formats {
			out, said := weft(t, exitDone, append(line, f...)...)
			if out != want[i] {
				t.Errorf("byte %d is damaged: got\n%s, want\n%s", at, out, want[i])
			}
			if strings.Contains(said, "read instead, which takes longer") {
				warned++
			}
		}
	}
	if warned < 10 {
		t.Errorf("only %d runs met the damage", warned)
	}
	if err := os.Remove(index); err != nil {
		t.Fatal(err)
	}
	if _, said := weft(t, exitDone, line...); !strings.Contains(said, "the crawl has no index of words; ") {
		t.Errorf("without an index: %q", said)
	}
	if _, said := weft(t, exitDone, "pages", "crawl", "--quiet"); said != "" {
		t.Errorf("a selection that needs no index warns: %q", said)
	}
}
