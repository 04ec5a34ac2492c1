// Command corpus chooses the inputs that a fuzz target keeps: the fewest and smallest inputs that together reach
// everything that all inputs reach.
//
//	go test -c -gcflags=weft/...=-d=libfuzzer -o /tmp/f ./web/warc
//	(cd warc && /tmp/f -test.run '^$' -test.fuzz '^FuzzHTTP$' -test.fuzztime 60s -test.parallel 1 -test.fuzzcachedir /tmp/inputs)
//	go run ./bench/corpus -inputs /tmp/inputs ./web/warc FuzzHTTP
//
// It takes the inputs of the folder and the kept ones, and runs each alone. It counts how often each block of this
// module runs (to the next power of two, as fuzzing does). It leaves in DIR/testdata/fuzz/TARGET the inputs that
// add something to the seeds of the target and to one another. Inputs that were saved as failures must be put back
// by hand.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"weft/internal/disk"
)

func main() {
	inputs := flag.String("inputs", "", "folder that -test.fuzzcachedir named")
	most := flag.Int("most", 40, "inputs to keep")
	size := flag.Int64("size", 4096, "bytes of an input that is kept")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: corpus -inputs FOLDER DIR TARGET")
		os.Exit(2)
	}
	c := chooser{pkg: flag.Arg(0), target: flag.Arg(1), most: *most, size: *size}
	if err := c.run(*inputs); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

type chooser struct {
	pkg, target string
	most        int
	size        int64
	dir         string // scratch: the test binary, and the folder that it runs in
}

// A candidate is an input and what it reaches.
type candidate struct {
	name    string
	data    []byte
	reaches features
}

// features are blocks of code with the magnitude of how often they ran.
type features map[string]bool

func (c *chooser) run(inputs string) (err error) {
	if c.dir, err = os.MkdirTemp("", "corpus-*"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(c.dir)) }()
	kept := filepath.Join(c.pkg, "testdata", "fuzz", c.target)
	all, err := c.candidates(filepath.Join(inputs, c.target), kept)
	if err != nil {
		return err
	}
	if err := c.build(all); err != nil {
		return err
	}
	seeds, err := c.reached("seed", 0)
	if err != nil {
		return err
	}
	if err := c.reachedByEach(all); err != nil {
		return err
	}
	chosen := choose(all, seeds, c.most)
	fmt.Printf("%s %s: %d inputs, %d kept\n", c.pkg, c.target, len(all), len(chosen))
	return replace(kept, chosen)
}

// candidates reads the inputs that are not too large, of both folders, those found twice once.
func (c *chooser) candidates(folders ...string) (all []*candidate, err error) {
	seen := map[string]bool{}
	for _, folder := range folders {
		files, err := disk.List(folder, "", "")
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			if int64(len(data)) <= c.size && !seen[string(data)] {
				seen[string(data)] = true
				all = append(all, &candidate{name: filepath.Base(f), data: data})
			}
		}
	}
	return all, nil
}

// build makes the test binary, and a folder to run it in that has the package's test data and the candidates.
func (c *chooser) build(all []*candidate) error {
	cmd := exec.Command("go", "test", "-c", "-cover", "-covermode=count", "-coverpkg=weft/...", "-o", filepath.Join(c.dir, "t"), c.pkg)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	corpus := filepath.Join(c.dir, "testdata", "fuzz", c.target)
	if err := os.MkdirAll(corpus, 0o755); err != nil {
		return err
	}
	for _, in := range all {
		if err := os.WriteFile(filepath.Join(corpus, in.name), in.data, 0o600); err != nil {
			return err
		}
	}
	others, err := disk.List(filepath.Join(c.pkg, "testdata"), "", "")
	if err != nil {
		return err
	}
	for _, o := range others {
		if filepath.Base(o) == "fuzz" {
			continue
		}
		abs, err := filepath.Abs(o)
		if err == nil {
			err = os.Symlink(abs, filepath.Join(c.dir, "testdata", filepath.Base(o)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reachedByEach runs the candidates, two at a time.
func (c *chooser) reachedByEach(all []*candidate) error {
	errs := make([]error, 2)
	var wait sync.WaitGroup
	for w := range errs {
		wait.Go(func() {
			for i := w; i < len(all) && errs[w] == nil; i += len(errs) {
				all[i].reaches, errs[w] = c.reached("^"+all[i].name+"$", w)
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// reached runs the inputs whose names match.
func (c *chooser) reached(name string, worker int) (features, error) {
	profile := filepath.Join(c.dir, "profile"+strconv.Itoa(worker))
	cmd := exec.Command(filepath.Join(c.dir, "t"), "-test.run", "^"+c.target+"$/"+name, "-test.coverprofile", profile)
	cmd.Dir = c.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", c.target, name, err, out)
	}
	data, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	return parseProfile(data)
}

// parseProfile reads lines "file:from,to statements count".
func parseProfile(data []byte) (features, error) {
	f := features{}
	for line := range bytes.Lines(data) {
		block := strings.Fields(string(line))
		if len(block) != 3 {
			continue // the mode
		}
		n, err := strconv.ParseUint(block[2], 10, 64)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			f[block[0]+" "+strconv.Itoa(bits.Len64(n))] = true
		}
	}
	return f, nil
}

// choose takes the input that adds most to what is reached, the smallest of equals, until none adds anything.
func choose(all []*candidate, reached features, most int) (chosen []*candidate) {
	slices.SortFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(len(a.data), len(b.data)), cmp.Compare(a.name, b.name))
	})
	for len(chosen) < most {
		var best *candidate
		gain := 0
		for _, in := range all {
			if n := adds(in.reaches, reached); n > gain {
				best, gain = in, n
			}
		}
		if best == nil {
			break
		}
		chosen = append(chosen, best)
		for f := range best.reaches {
			reached[f] = true
		}
	}
	return chosen
}

func adds(some, reached features) (n int) {
	for f := range some {
		if !reached[f] {
			n++
		}
	}
	return n
}

// replace leaves nothing but the chosen inputs in a folder.
func replace(folder string, chosen []*candidate) error {
	if err := os.RemoveAll(folder); err != nil || len(chosen) == 0 {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, in := range chosen {
		if err := os.WriteFile(filepath.Join(folder, in.name), in.data, 0o600); err != nil {
			return err
		}
	}
	return nil
}
