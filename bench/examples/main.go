// Command examples runs every example of the README, of the documentation and of every help, as a new user would, and
// reports failures. The examples of a page share one folder. Each help has a folder of its own.
//
//	go run ./bench/examples [-data ../shared/data] [-only TEXT] [-keep FOLDER] [-write]
//
// https://example.org/ is a small site on loopback, which a proxy serves, with a short delay. Files and crawls that an
// example reads and does not make (links.tsv, crawl.warc.gz, vertices.gz) are put into its folder first: see props.go.
// Examples that need something that this machine lacks (the research data, NumPy) are reported and counted.
//
// In the documentation, a block of text below a block of commands is their output. -write replaces it with the output
// of this run, except below a comment "kept output".
package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	t := trial{without: map[string]string{}}
	flag.StringVar(&t.data, "data", "../shared/data", "folder of research data")
	flag.StringVar(&t.only, "only", "", "run examples that contain this")
	keep := flag.String("keep", "", "folder to work in, which is kept")
	flag.BoolVar(&t.write, "write", false, "write the outputs into the documentation")
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
	write      bool              // write outputs into the documentation
	outputs    []freshOutput     // to be written
	provided   map[string]bool   // folders and props
	without    map[string]string // folders, and what their examples lack
}

// An example is some lines of a shell.
type example struct {
	where, text string
	folder      string // the folder that it shares with others; empty for one of its own
	output      *shown // that a page shows below it; nil if none
	lacks       string // what is to be filled in before it can run; empty if nothing is
}

// A freshOutput has the standard output of an example in this run.
type freshOutput struct {
	of   *shown
	text string
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
	t.env = append(os.Environ(), "REPO="+repo, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "http_proxy="+proxy, "HTTP_PROXY="+proxy, "no_proxy=127.0.0.1")
	if t.data, err = filepath.Abs(t.data); err != nil {
		return 0, err
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return 0, err
	}
	examples := ofReadme(string(readme))
	pages, err := ofPages()
	if err != nil {
		return 0, err
	}
	helps, err := t.ofHelp()
	if err != nil {
		return 0, err
	}
	for i, e := range slices.Concat(examples, pages, helps) {
		if t.only == "" || strings.Contains(e.where+"\n"+e.text, t.only) {
			t.try(filepath.Join(t.dir, cmp.Or(e.folder, fmt.Sprintf("%03d", i))), e)
		}
	}
	fmt.Printf("%d examples ran, %d failed, %d lack something\n", t.ran, t.failed, t.lacking)
	return t.failed, t.writeOutputs()
}

// writeOutputs writes the outputs of this run into the pages, from their end, so that line numbers hold.
func (t *trial) writeOutputs() error {
	for _, o := range slices.Backward(t.outputs) {
		if err := o.of.write(o.text); err != nil {
			return err
		}
	}
	return nil
}

// try runs an example in a folder, with the files that it reads and does not make.
func (t *trial) try(dir string, e example) {
	if e.lacks != "" {
		t.lacking++
		fmt.Printf("LACKS %s: %s\n", e.where, e.lacks)
		return
	}
	missing, err := t.provide(dir, e.text)
	if t.without[dir] != "" {
		missing = t.without[dir]
	}
	if err != nil || missing != "" {
		t.without[dir] = missing // later examples of the folder read what this one would have made
		t.lacking++
		fmt.Printf("LACKS %s: %s %v\n", e.where, missing, err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-e", "-c", wrapper+onLoopback(e.text))
	cmd.Dir, cmd.Env = dir, t.env
	cmd.WaitDelay = 5 * time.Second // a program that an example leaves in the background fails it
	began := time.Now()
	var printed, told bytes.Buffer // standard output and standard error
	cmd.Stdout, cmd.Stderr = &printed, &told
	err = cmd.Run()
	t.ran++
	if err != nil {
		t.failed++
		fmt.Printf("FAIL  %s: %v\n%s\n%s\n", e.where, err, indent(e.text), indent(printed.String()+told.String()))
		return
	}
	if t.write && e.output != nil {
		t.outputs = append(t.outputs, freshOutput{e.output, printed.String()})
	}
	fmt.Printf("ok    %s (%.1f s)\n", e.where, time.Since(began).Seconds())
}

// wrapper is a function of the shell before each example and each prop. bash -e ends an example at a status other than 0. A
// crawl that stops at its limit has status 3, which the wrapper accepts. weft serve ends only when it is interrupted: the
// wrapper interrupts it.
const wrapper = `weft() {
	local status=0
	if [ "$1" = serve ]; then timeout -s INT 3 weft "$@" || status=$?; else command weft "$@" || status=$?; fi
	case "$1 $status" in "crawl 3" | "serve 124") return 0 ;; *) return $status ;; esac
}
`

func indent(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n      ")
}
