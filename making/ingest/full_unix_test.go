//go:build unix

package ingest_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/disk"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

// whileFilesEndAt runs f while no file can grow beyond so many bytes: what is written then fails, as on a full disk.
func whileFilesEndAt(t *testing.T, size int64, f func() error) error {
	t.Helper()
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Skip("no limit of files here: ", err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	few := old
	few.Cur = uint64(size)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &few); err != nil {
		t.Skip("no limit of files here: ", err)
	}
	defer func() {
		signal.Reset(syscall.SIGXFSZ)
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
			t.Fatal(err)
		}
	}()
	return f()
}

var fullDisks = flag.Int("disks", 2, "full disks for each kind of input of TestFullDisk")

// An import to a disk that is full at any point fails and leaves nothing, or has made the crawl that it makes
// elsewhere: no file, kept or scratch, is cut unsaid. The limit is that of a process of its own.
func TestFullDisk(t *testing.T) {
	const own = "WEFT_TEST_FULL_DISK"
	r := drawn.Rand(t)
	if os.Getenv(own) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", fmt.Sprint("-disks=", *fullDisks))
		cmd.Env = append(os.Environ(), own+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	defer disk.Observe(os.TempDir(), func(*disk.Op) error { return nil })() // which saves hundreds of syncs
	base := filepath.Join(t.TempDir(), "g")
	if _, err := bv.Create(base, bv.Options{}, func(add func([]graph.Node) error) error {
		for u := range graph.Node(2000) {
			if err := add([]graph.Node{u / 2, u/2 + u%5 + 1}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	var numbers, numbered, gml strings.Builder
	gml.WriteString("graph [ directed 1\n")
	fmt.Fprintln(&numbered, 2000, 2000, 1)
	for u := range 2000 {
		fmt.Fprintln(&numbers, u/2, u*7%2000)
		fmt.Fprintf(&numbered, "%d http://h%d.example/a/%d\n", u+1, u%9, u)
		fmt.Fprintf(&gml, "node [ id %d label \"n%d\" ] edge [ source %d target %d ]\n", u, u, u, u/2)
	}
	for u := range 2000 {
		fmt.Fprintln(&numbered, u+1, u*7%2000+1)
	}
	_, site := siteOf(t, map[string]string{"a.html": "<a href=b.html>b</a><img src=c.png>" + strings.Repeat("<p>x", 9000), "b.html": "<a href=a.html>some text</a>"})
	for name, o := range map[string]ingest.Options{
		"numbers": {Inputs: []string{written(t, numbers.String())}}, "numbered": {Inputs: []string{written(t, numbered.String())}, KeepNumbers: true},
		"GML": {Inputs: []string{written(t, gml.String()+"]\n")}}, "names": {Inputs: []string{written(t, manyNames(1000))}},
		"BVGraph": {Inputs: []string{base}}, "site": {Inputs: []string{site}, BaseURL: "http://a.example/"},
	} {
		t.Run(name, func(t *testing.T) { eachFullDisk(t, r, o) })
	}
}

// eachFullDisk runs an import with files that end at sizes that are drawn, small ones as often as large ones.
func eachFullDisk(t *testing.T, r *rand.Rand, o ingest.Options) {
	o.Memory, o.Workers, o.Output = mem.Least, 1, filepath.Join(t.TempDir(), "c")
	_, want := imported(t, o)
	for range *fullDisks {
		size := int64(math.Exp2(r.Float64() * 18))
		dir := t.TempDir()
		o.Output = filepath.Join(dir, "c")
		var s ingest.Summary
		err := whileFilesEndAt(t, size, func() (err error) {
			s, err = ingest.Import(context.Background(), o)
			return err
		})
		if err == nil {
			if !maps.Equal(s.Manifest.Files, want.Manifest.Files) || store.Verify(o.Output, nil) != nil {
				t.Errorf("files that end at %d bytes: another crawl", size)
			}
			continue
		}
		if !errors.Is(err, syscall.EFBIG) {
			t.Errorf("files that end at %d bytes: got %v", size, err)
		}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if e.Name() != "c.import.log" {
				t.Errorf("files that end at %d bytes: %s is left", size, e.Name())
			}
		}
	}
}
