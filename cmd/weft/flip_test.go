package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
)

// readingCommands are command lines that read a crawl. $C is the crawl, $D a folder for what they write.
var readingCommands = []string{
	"info $C", "degrees $C", "rank pagerank $C --top 5", "rank hits $C --top 3 --view between-hosts", "components $C", "distances $C --from 0", "quotient $C -o $D/q",
	"export $C --names --kinds-column", "export $C --format pages", "export $C --format anchors", "export $C --format gexf --top 20", "seeds $C -k 1 --min-core 1x1",
	"extract $C -o $D/part --top 20", "extract $C -o $D/part --top 20 --by hits-hubs", "fidelity $C --samples -1", "compare $C $C",
}

// told runs a command, and returns its status and what it wrote to either stream.
func told(line string) (status int, out, errs string, panicked any) {
	var o, e bytes.Buffer
	defer func() { panicked = recover() }()
	status = run(append(strings.Fields(line), "--quiet", "--workers", "1"), strings.NewReader(""), &o, &e)
	return status, o.String(), e.String(), nil
}

// withEverything makes a crawl that has names, kinds, anchors, states and results.
func withEverything(t *testing.T, dir string, rng *rand.Rand) {
	t.Helper()
	var b strings.Builder
	n := 30 + rng.IntN(200)
	for u := range n {
		html := `<link rel=canonical href=/canon>`
		for range rng.IntN(8) {
			v := rng.IntN(2 * n)
			html += fmt.Sprintf("<a href=http://h%d.example/%x>text %d</a><iframe src=/f%d></iframe>", v%7, v*v, v%9, v%5)
		}
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h%d.example/%x\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", u%7, u*u, len(block), block)
	}
	file := dir + ".warc"
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	weft(t, exitDone, "import", file, "-o", dir, "--quiet")
	for _, measure := range []string{"rank pagerank", "rank hits", "components", "degrees", "fidelity"} {
		weft(t, exitDone, append(strings.Fields(measure), dir, "--quiet")...)
	}
}

// A command that reads a wrong byte says so and names the file, or prints what it printed before.
func TestCommandsFindFlippedBytes(t *testing.T) {
	rng := drawn.Rand(t)
	t.Chdir(t.TempDir())
	withEverything(t, "good", rng)
	var files []string
	err := filepath.WalkDir("good", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != ".lock" {
			files = append(files, strings.TrimPrefix(path, "good/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() string {
		if err := os.RemoveAll("crawl"); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS("crawl", os.DirFS("good")); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll("out"); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir("out", 0o755); err != nil {
			t.Fatal(err)
		}
		return "crawl"
	}
	before := map[string]string{}
	errors, flips, deadline := 0, 0, time.Now().Add(40*time.Second)
	for i := 0; i < 64 || i < 128 && time.Now().Before(deadline); i++ {
		line := readingCommands[i%len(readingCommands)]
		line = strings.NewReplacer("$C", "crawl", "$D", "out").Replace(line)
		if _, ok := before[line]; !ok {
			fresh()
			status, out, errs, _ := told(line)
			if status != exitDone {
				t.Fatalf("weft %s: %s", line, errs)
			}
			before[line] = withoutTimes(out)
		}
		fresh()
		name := files[rng.IntN(len(files))]
		data, err := os.ReadFile(filepath.Join("crawl", name))
		if err != nil || len(data) == 0 {
			continue
		}
		at, mask := rng.IntN(len(data)), byte(1+rng.IntN(255))
		data[at] ^= mask
		if err := os.WriteFile(filepath.Join("crawl", name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		status, out, errs, panicked := told(line)
		flips++
		what := fmt.Sprintf("weft %s, %s, byte %d, mask %x", line, name, at, mask)
		base, _, _ := strings.Cut(filepath.Base(name), ".")
		switch {
		case panicked != nil:
			t.Errorf("%s: %v", what, panicked)
		case status == exitDone && withoutTimes(out) != before[line]:
			t.Errorf("%s: something else is printed, and no error", what)
		case status != exitDone && !strings.Contains(errs, base):
			t.Errorf("%s: the error names no file: %s", what, errs)
		case status != exitDone && len(listed(t, "out")) > 0:
			t.Errorf("%s: it failed, and left %v", what, listed(t, "out"))
		case status != exitDone:
			errors++
		}
	}
	if t.Logf("%d errors", errors); errors*16 < flips { // three of ten are found
		t.Errorf("only %d of %d flips were found", errors, flips)
	}
}

// withoutTimes leaves out the lines that tell sizes on disk or times.
func withoutTimes(out string) string {
	lines := slices.Collect(strings.Lines(out))
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool {
		return strings.HasPrefix(l, "on disk") || strings.Contains(l, "took") || strings.HasPrefix(l, "made ")
	}), "")
}

func listed(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
