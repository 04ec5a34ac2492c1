package answers_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/answers"
	"weft/internal/stoptest"
	"weft/store"
)

// damaged are the questions that are asked of damaged crawls, with options by which they read what others do not.
func damaged(t *testing.T) map[string][][]string {
	t.Helper()
	truth := filepath.Join(t.TempDir(), "truth")
	if err := os.WriteFile(truth, []byte("1\ta\n2\ta\n5\tb\n6\tb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pages := filepath.Join(t.TempDir(), "pages")
	if err := os.WriteFile(pages, []byte("1\n2\n5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	with := map[string][][]string{
		"distances": {{"--from", "3"}, {"--diameter"}, {"--runs", "2"}}, "seeds": {{"--prune", "none", "--min-core", "1x1"}}, "seeds eval": {{"--seeds", pages}},
		"portrait": {{"--cores", "0"}}, "simulate fit": {{"--law", "observed", "--models", "2"}}, "site eval": {{"--truth", truth, "--least-pages", "2", "--draws", "1"}},
		"site":     {{"5", "--anyway"}, {"5", "--anyway", "--clusters", "closed"}, {"5", "--anyway", "--clusters", "leiden"}, {"--keyword", "a", "--anyway"}},
		"simulate": {{"--strategy", "bfs", "--sets", "2"}}, "fidelity calibrate": {{"--sets", "1", "--blocks", "0.5", "--draws", "1"}},
		"cores": {{"-i", "1..2", "-j", "1..2"}, {"-i", "2", "-j", "1..2", "--kind", "maximal"}, {"-i", "2", "-j", "2", "--kind", "a-priori"}}, "clusters": {nil, {"--method", "mcl"}},
		"order": {{"--gammas", "0,1"}}, "seeds carry": {}, "site explain": {}, "site diff": {}, "compare": {}, // which need more than a crawl
	}
	all := map[string][][]string{}
	for _, q := range answers.Questions {
		all[q.Name] = [][]string{nil}
		if args, is := with[q.Name]; is {
			all[q.Name] = args
		}
	}
	return all
}

// A file of a crawl with a wrong byte, or without its last half, gives an error, or it is not read for the question, and
// the result is that of the whole crawl.
func TestDamagedFiles(t *testing.T) {
	good := made(t, 0.2).Path
	var files []string
	if err := filepath.WalkDir(good, func(path string, d fs.DirEntry, err error) error {
		if info, e := d.Info(); err == nil && e == nil && info.Mode().IsRegular() && info.Size() > 0 {
			files = append(files, strings.TrimPrefix(path, good+"/"))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	harm := map[string]func([]byte) []byte{
		"a wrong byte":      func(b []byte) []byte { b[len(b)/2] ^= 0x5a; return b },
		"half of the bytes": func(b []byte) []byte { return b[:len(b)/2] },
	}
	for name, options := range damaged(t) {
		for _, args := range options {
			t.Run(strings.Join(append([]string{name}, args...), " "), func(t *testing.T) {
				t.Parallel()
				ask := func(dir string) map[string]string {
					c, err := store.Open(dir)
					if err != nil {
						return nil
					}
					defer c.Close()
					a := (&long{name: name}).ask(t, t.Context(), c, args, nil)
					for file, text := range a.got {
						a.got[file] = strings.ReplaceAll(text, dir, "")
					}
					return a.got
				}
				want := ask(good)
				if want == nil {
					t.Fatal("no result of a crawl that is whole")
				}
				found, dir := 0, filepath.Join(t.TempDir(), "crawl")
				for _, file := range files {
					for what, change := range harm {
						if err := errors.Join(os.RemoveAll(dir), copyBut(dir, good, file, change)); err != nil {
							t.Fatal(err)
						}
						got := ask(dir)
						if got != nil && !maps.Equal(got, want) {
							t.Errorf("%s of %s: another result, and no error", what, file)
						} else if got == nil {
							found++
						}
					}
				}
				if found == 0 {
					t.Error("no damage was found")
				}
			})
		}
	}
}

// A question that is stopped anywhere ends with the error of its context, whatever its options.
func TestStoppedQuestionsSaySo(t *testing.T) {
	c := made(t, 0.2)
	for name, options := range damaged(t) {
		for _, args := range options {
			t.Run(strings.Join(append([]string{name}, args...), " "), func(t *testing.T) {
				t.Parallel()
				stoptest.Somewhere(t, 10, func(ctx context.Context) error {
					return (&long{name: name}).ask(t, ctx, c, args, nil).err
				})
			})
		}
	}
}

// copyBut copies a folder, and one of its files otherwise.
func copyBut(to, from, file string, change func([]byte) []byte) error {
	data, err := os.ReadFile(filepath.Join(from, file))
	if err != nil {
		return err
	}
	return errors.Join(os.CopyFS(to, os.DirFS(from)), os.WriteFile(filepath.Join(to, file), change(data), 0o600))
}
