package main

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"weft/internal/drawn"
)

var keep = flag.String("keep", "", "make testdata/kept/`NAME`, a crawl and what is said of it by this version")

// keptCommands are asked of crawls that earlier versions wrote. $C is the crawl.
var keptCommands = []string{
	"info $C --json", "verify $C --json", "degrees $C --json", "rank pagerank $C --top 5 --json", "rank hits $C --top 3 --view between-hosts --json", "components $C --json",
	"distances $C --from 0 --json", "export $C --names --kinds-column", "export $C --format pages", "export $C --format anchors", "extract $C -o part --top 20 --by hits-hubs --json",
	"fidelity $C --samples -1 --json", "compare $C $C --json",
}

// Every later version opens what an earlier one wrote, finds it whole, and reads the same in it. It may say more: words
// are not compared, and objects may have further keys.
func TestKeptCrawls(t *testing.T) {
	here, err := filepath.Abs(filepath.Join("testdata", "kept"))
	if err != nil {
		t.Fatal(err)
	}
	if *keep != "" {
		keepCrawl(t, filepath.Join(here, *keep))
	}
	kept, err := os.ReadDir(here)
	if err != nil || len(kept) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	for _, k := range kept {
		t.Run(k.Name(), func(t *testing.T) {
			said, err := txtar.ParseFile(filepath.Join(here, k.Name(), "said.txtar"))
			if err != nil || len(said.Files) != len(keptCommands) {
				t.Fatalf("%d of %d commands: %v", len(said.Files), len(keptCommands), err)
			}
			t.Chdir(t.TempDir())
			if err := os.CopyFS("crawl", os.DirFS(filepath.Join(here, k.Name(), "crawl"))); err != nil {
				t.Fatal(err)
			}
			for _, f := range said.Files {
				if got := sayOf(t, strings.Replace(f.Name, "--names", "--names --header no", 1)); !saysAll(got, string(f.Data)) {
					t.Errorf("weft %s says\n%s\nand said\n%s", f.Name, got, f.Data)
				}
			}
		})
	}
}

// saysAll says whether a text is what it was, or an object that has all that it had.
func saysAll(got, kept string) bool {
	var a, b any
	if json.Unmarshal([]byte(kept), &b) != nil {
		return got == kept
	}
	return json.Unmarshal([]byte(got), &a) == nil && hasAll(a, b)
}

// ofTheRun are keys of what is another thing in each run.
var ofTheRun = []string{"path", "steps", "bytes_on_disk", "version", "time", "command"}

func hasAll(got, kept any) bool {
	switch k := kept.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		for key, v := range k {
			ok = ok && (slices.Contains(ofTheRun, key) || hasAll(g[key], v))
		}
		return ok
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(g, k, hasAll)
	case float64: // other processors round otherwise
		g, ok := got.(float64)
		return ok && math.Abs(g-k) <= 1e-9*max(1, math.Abs(k))
	}
	return got == kept
}

// sayOf runs a command, and returns what it says but times and sizes.
func sayOf(t *testing.T, line string) string {
	t.Helper()
	status, out, errs, panicked := told(strings.ReplaceAll(line, "$C", "crawl"))
	if status != exitDone || panicked != nil {
		t.Fatalf("weft %s: %s %v", line, errs, panicked)
	}
	return withoutTimes(out)
}

// keepCrawl makes a crawl with everything that this version writes, and what it says of it.
func keepCrawl(t *testing.T, dir string) {
	t.Helper()
	work := t.TempDir()
	t.Chdir(work)
	withEverything(t, "crawl", drawn.Rand(t))
	var said txtar.Archive
	for _, line := range keptCommands {
		said.Files = append(said.Files, txtar.File{Name: line, Data: []byte(sayOf(t, line))})
	}
	if err := os.CopyFS(filepath.Join(dir, "crawl"), os.DirFS("crawl")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "said.txtar"), txtar.Format(&said), 0o644); err != nil {
		t.Fatal(err)
	}
}
