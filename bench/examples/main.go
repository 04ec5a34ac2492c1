// Command examples does what a new user would: it runs every example of the README and of every help, as it stands
// there, and says which fail. Those of the README share one folder, those of each help have an empty one.
//
//	go run ./bench/examples [-data ../shared/data] [-only TEXT] [-keep FOLDER]
//
// A user has a network, files to import and crawls of her own. So https://example.org/ is a small site on loopback,
// behind a proxy, with a short delay, and what an example names and does not make (links.tsv, crawl.warc.gz,
// vertices.gz) is put into its folder first: props.go says what. Examples that need what this machine has not (the
// research data, NumPy) are told and counted, not passed over.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	var t trial
	flag.StringVar(&t.data, "data", "../shared/data", "folder of research data")
	flag.StringVar(&t.only, "only", "", "run examples that contain this")
	keep := flag.String("keep", "", "folder to work in, which is kept")
	flag.Parse()
	failed, err := t.run(*keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "examples:", err)
		os.Exit(1)
	}
	if failed > 0 {
		os.Exit(1)
	}
}

// A trial is a folder with a program, and what examples are given.
type trial struct {
	data, only string
	dir        string
	env        []string
	ran        int
	failed     int
	lacking    int
	provided   map[string]bool // folders and props
}

// An example is some lines of a shell.
type example struct {
	where, text string
	folder      string // the folder that it shares with others; empty for one of its own
}

func (t *trial) run(keep string) (failed int, err error) {
	if t.dir = keep; keep == "" {
		if t.dir, err = os.MkdirTemp("", "examples-*"); err != nil {
			return 0, err
		}
		defer os.RemoveAll(t.dir) //nolint:errcheck // scratch
	}
	bin := filepath.Join(t.dir, "bin")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		return 0, err
	}
	if text, err := exec.Command("go", "build", "-o", filepath.Join(bin, "weft"), "./cmd/weft").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, text)
	}
	proxy, err := serve()
	if err != nil {
		return 0, err
	}
	repo, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	t.env = append(os.Environ(), "REPO="+repo, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "http_proxy="+proxy, "HTTP_PROXY="+proxy)
	if t.data, err = filepath.Abs(t.data); err != nil {
		return 0, err
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return 0, err
	}
	examples := ofReadme(string(readme))
	helps, err := t.ofHelp()
	if err != nil {
		return 0, err
	}
	for i, e := range append(examples, helps...) {
		if t.only == "" || strings.Contains(e.where+"\n"+e.text, t.only) {
			t.try(filepath.Join(t.dir, cmp.Or(e.folder, fmt.Sprintf("%03d", i))), e)
		}
	}
	fmt.Printf("%d examples ran, %d failed, %d lack something\n", t.ran, t.failed, t.lacking)
	return t.failed, nil
}

// try runs an example in an empty folder, with what it names and does not make.
func (t *trial) try(dir string, e example) {
	missing, err := t.provide(dir, e.text)
	if err != nil || missing != "" {
		t.lacking++
		fmt.Printf("LACKS %s: %s %v\n", e.where, missing, err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-e", "-c", onLoopback(e.text))
	cmd.Dir, cmd.Env = dir, t.env
	began := time.Now()
	out, err := cmd.CombinedOutput()
	t.ran++
	if err != nil {
		t.failed++
		fmt.Printf("FAIL  %s: %v\n%s\n%s\n", e.where, err, indent(e.text), indent(string(out)))
		return
	}
	fmt.Printf("ok    %s (%.1f s)\n", e.where, time.Since(began).Seconds())
}

func indent(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n      ")
}
