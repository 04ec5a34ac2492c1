package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"weft/internal/corrupt"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
)

// TestFile reads the file of a watcher: it has the last sample, and says when the run has ended.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), folder.StatusFile)
	if _, err := ReadKept(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before a run: %v", err)
	}
	f := &fakeCrawl{s: sample{Status: livecrawl.Status{Counts: memo.Counts{Known: 3}}}}
	w := Start(f, Options{File: path})
	until := time.Now().Add(10 * time.Second)
	for {
		if k, err := ReadKept(path); err == nil {
			if k.Ended || !k.Runs(time.Now()) || k.Status.Known != 3 || len(k.Tiles) == 0 || len(k.Charts) == 0 {
				t.Errorf("the file of a run: %+v", k)
			}
			break
		} else if time.Now().After(until) {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	f.mu.Lock()
	f.s.Known = 5
	f.mu.Unlock()
	w.Close()
	k, err := ReadKept(path)
	if err != nil || !k.Ended || k.Runs(time.Now()) || k.Status.Known != 5 {
		t.Errorf("after the end: %+v, %v", k, err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// TestFileOfKilledRun takes an old status for the status of a run that was killed.
func TestFileOfKilledRun(t *testing.T) {
	now := time.Now()
	for age, want := range map[time.Duration]bool{0: true, 10 * time.Second: true, time.Minute: false, -time.Second: true, -time.Hour: false} {
		if k := (&Kept{Report: Report{Time: now.Add(-age)}}); k.Runs(now) != want {
			t.Errorf("%v old: runs is %v", age, !want)
		}
	}
}

// TestFileFollowsNoLink writes the status of a crawl whose folder has a link in the place of the next file.
func TestFileFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	path, target := filepath.Join(dir, folder.StatusFile), filepath.Join(t.TempDir(), "target")
	if err := errors.Join(os.WriteFile(target, []byte("mine"), 0o600), os.Symlink(target, path+folder.NewSuffix)); err != nil {
		t.Fatal(err)
	}
	Start(&fakeCrawl{}, Options{File: path}).Close()
	if text, err := os.ReadFile(target); err != nil || string(text) != "mine" {
		t.Errorf("the target of the link has %q, %v", text, err)
	}
	if k, err := ReadKept(path); err != nil || !k.Ended {
		t.Errorf("the status: %+v, %v", k, err)
	}
}

// FuzzReadKept refuses what is no status, and never panics.
func FuzzReadKept(f *testing.F) {
	f.Add([]byte(`{"time":"2026-01-02T03:04:05Z","status":{},"ended":true}`))
	f.Add([]byte(`{"time":"2026-01-02T03:04:05Z","tables":[{"title":"x","rows":[["a","b"]]}],"charts":[{"curves":[{}]}]}`))
	f.Add([]byte(`{`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		k, err := parseKept(text)
		if err != nil {
			if k != nil || !errors.Is(err, corrupt.Err) {
				t.Errorf("%v is no damage", err)
			}
			return
		}
		again, err := parseKept(text)
		if err != nil || !reflect.DeepEqual(k, again) {
			t.Errorf("a second reading differs: %v", err)
		}
	})
}
