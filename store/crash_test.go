package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/internal/disk/disktest"
	"weft/making/ingest"
	"weft/store"
)

// replaceCrawl makes a crawl of one more page in place of the one that is there.
func replaceCrawl(dir string) (string, error) {
	s, err := ingest.Import(context.Background(), ingest.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("http://a.example/ http://b.example/\n"), DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "crawl"), Replace: true, Workers: 1, Now: time.Unix(1e9, 0).UTC()},
	})
	if err != nil {
		return "", err
	}
	return s.Manifest.GraphID, nil
}

// withCrawl returns a folder with a crawl, and the identifier of its graph.
func withCrawl(t *testing.T) (dir, id string) {
	t.Helper()
	path := crawl(t, sample())
	return filepath.Dir(path), open(t, path).Manifest.GraphID
}

// graphOf returns which graph a crawl has that is whole, once the next draft has begun, which clears up.
func graphOf(dir string) (string, error) {
	path := filepath.Join(dir, "crawl")
	d, err := store.Begin(context.Background(), &store.DraftOptions{Output: path, Replace: true})
	if err != nil {
		return "", err
	}
	d.Abort()
	if err := store.Verify(path, nil); err != nil {
		return "", err
	}
	c, err := store.Open(path)
	if err != nil {
		return "", err
	}
	return c.Manifest.GraphID, c.Close()
}

// A crash anywhere while a crawl replaces another leaves one of them, whole; the new one, once it was said to be there.
func TestDraftCrashAnywhere(t *testing.T) {
	dir, before := withCrawl(t)
	tape := disktest.Record(t, dir)
	after, err := replaceCrawl(dir)
	if err != nil {
		t.Fatal(err)
	}
	if before == after {
		t.Fatal("both crawls have one graph")
	}
	all := tape.Len()
	t.Log(all, "changes")
	tape.EachCrash(t, 3, func(dir string, done int, _ disktest.Crash, what string) {
		got, err := graphOf(dir)
		if err != nil || got != after && (got != before || done == all) {
			t.Errorf("%s: graph %.8s, before %.8s, after %.8s: %v", what, got, before, after, err)
		}
	})
}

// Whatever fails is told, and leaves one of the crawls, whole.
func TestDraftEachFailure(t *testing.T) {
	for k := 0; ; k++ {
		dir, before := withCrawl(t)
		tape := disktest.Fail(t, dir, k)
		after, err := replaceCrawl(dir)
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			if k < 50 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		// A file that is thrown away need not be closed or removed well: kinds of which there are none.
		thrown := err == nil && strings.Contains(what, "kinds.bin.tmp-") && !strings.HasPrefix(what, "write") && !strings.HasPrefix(what, "sync")
		if !errors.Is(err, disktest.ErrInjected) && !thrown {
			t.Errorf("change %d, %s: got %v", k, what, err)
		}
		if got, err := graphOf(dir); err != nil || got != before && after != "" && got != after {
			t.Errorf("change %d, %s: graph %.8s: %v", k, what, got, err)
		}
	}
}
