package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// One page may have as many links as all others: what reads its list needs room for it, says so, and is refused where
// there is none.
func TestHubNeedsRoom(t *testing.T) {
	t.Chdir(t.TempDir())
	const links = 2_200_000 // 8 bytes of each are more than the least budget leaves
	var list []byte
	for v := range links {
		list = strconv.AppendInt(append(list, "0\t"...), int64(v), 10)
		list = append(list, '\n')
	}
	if err := os.WriteFile("star.txt", list, 0o600); err != nil {
		t.Fatal(err)
	}
	weft(t, exitDone, "import", "star.txt", "-o", "star", "--quiet")
	for _, ask := range []string{
		"components star", "degrees star", "rank hits star", "export star --format tsv -o out", "export star --format bvgraph -o out",
		"export star --format csr -o out", "verify star", "import star/graph.graph -o out", "union star star -o out", "difference star star -o out",
	} {
		_, said := weft(t, exitFailed, append(strings.Fields(ask), "--memory", "32MiB", "--quiet")...)
		if !strings.Contains(said, "needs ") || !strings.Contains(said, "give at least --memory") {
			t.Errorf("weft %s: said %q", ask, said)
		}
		if left, err := filepath.Glob("out*"); err != nil || len(left) > 0 {
			t.Fatalf("weft %s: left %v, %v", ask, left, err)
		}
	}
	if said, _ := weft(t, exitDone, "components", "star", "--plan"); !strings.Contains(said, "16.8 MiB  the longest lists, while they are read") {
		t.Errorf("a plan does not tell of the list:\n%s", said)
	}
	if said, _ := weft(t, exitDone, "union", "star", "star", "-o", "out", "--plan"); !strings.Contains(said, "134.3 MiB  the longest lists, read, joined and compressed") {
		t.Errorf("a plan of a union does not tell of the lists:\n%s", said)
	}
	weft(t, exitDone, "rank", "pagerank", "star", "--memory", "32MiB", "--quiet") // reads the transpose, whose lists are short
}
