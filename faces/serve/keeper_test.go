package serve

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/answers/atlas"
	"weft/answers/missing"
	"weft/crawl/journal"
	"weft/livecrawl/folder"
)

// TestKeeper keeps the values that were used last, within a number of values and of bytes.
func TestKeeper(t *testing.T) {
	var k keeper[int, string]
	keys := func() (all []int) {
		for _, x := range k.all {
			all = append(all, x.key)
		}
		return all
	}
	for i := range 4 {
		k.put(i, fmt.Sprint(i), 10, 3, 100)
	}
	if v, ok := k.get(1); !ok || v != "1" {
		t.Errorf("key 1 has %q, %v", v, ok)
	}
	if _, ok := k.get(0); ok || fmt.Sprint(keys()) != "[2 3 1]" {
		t.Errorf("kept: %v, key 0: %v", keys(), ok)
	}
	k.put(2, "new", 10, 3, 20)
	if v, _ := k.get(2); v != "new" || fmt.Sprint(keys()) != "[1 2]" || k.bytes() != 20 {
		t.Errorf("kept: %v, %q, %d bytes", keys(), v, k.bytes())
	}
	k.put(5, "large", 99, 3, 20)
	if fmt.Sprint(keys()) != "[5]" || k.bytes() != 99 {
		t.Errorf("kept beside a large value: %v", keys())
	}
}

// TestHostsOfReplacedCrawl answers requests for hosts and a map from what is kept, and never with hosts of a crawl that was
// replaced between two requests.
func TestHostsOfReplacedCrawl(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	const api = "/api/v1/crawls/a/"
	listOf(t, dir, "http://one.example/\thttp://one.example/x\nhttp://other.example/\thttp://one.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	paths := []string{"hosts", "hosts?text=one", "hosts?sort=host", "hosts?text=o&from=1", "map?by=host"}
	ask := func(path string) string {
		t.Helper()
		for range 400 {
			w := get(s, api+path)
			if w.Code == http.StatusOK {
				return w.Body.String()
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("%s: no result", path)
		return ""
	}
	first := map[string]string{}
	for _, path := range paths {
		first[path] = ask(path)
		if again := ask(path); again != first[path] {
			t.Errorf("%s: first %s, then %s", path, first[path], again)
		}
	}
	if !strings.Contains(first["hosts?text=one"], `"found":1`) || len(s.crawls[0].now.chosen.all) != 2 {
		t.Errorf("hosts with a text: %s, %d choices are kept", first["hosts?text=one"], len(s.crawls[0].now.chosen.all))
	}
	if d := s.crawls[0].now.maps.all[mapKey{atlas.ByHost, usualTop}].got; len(d.texts.all) != 1 {
		t.Errorf("%d texts of the map are kept", len(d.texts.all))
	}
	listOf(t, dir, "http://one.example/\thttp://one.example/x\nhttp://one.example/\thttp://one.test/\nhttp://two.test/\thttp://one.test/\n", true)
	for _, path := range paths {
		if now := ask(path); now == first[path] {
			t.Errorf("%s is as before the crawl was replaced: %s", path, now)
		}
	}
	if now := ask("hosts?text=one"); !strings.Contains(now, `"found":2`) {
		t.Errorf("hosts with a text, of the new crawl: %s", now)
	}
}

// TestTasksOfLogs does work again when the log has changed that it read, at once if no run was writing. An unchanged log keeps
// its result for ever.
func TestTasksOfLogs(t *testing.T) {
	k := &crawl{path: t.TempDir(), live: true}
	file := filepath.Join(k.path, folder.LogDir, journal.EventsFile)
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, file, "one")
	made := func(err error) *task[*missing.Missing] {
		w := newLogTask[*missing.Missing](k)
		w.end(nil, err)
		w.at = w.at.Add(-2 * freshFor)
		return w
	}
	kept := made(nil)
	if kept.isOld(k) {
		t.Error("the result of an unchanged log is old")
	}
	running := made(nil)
	running.running = true
	write(t, file, "one and two")
	if !kept.isOld(k) || !running.isOld(k) {
		t.Error("the result of a log that has grown is not old")
	}
	if running.at = time.Now(); !running.isOld(k) {
		t.Error("the result that was made during a run is kept after its end")
	}
	if lately := newLogTask[*missing.Missing](k); lately.isOld(k) {
		t.Error("work that has not ended is old")
	}
	same := made(nil)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	write(t, file, "one and six")
	if !same.isOld(k) {
		t.Error("the result of a log that was replaced by another of its size is not old")
	}
	failed := made(errors.New("failed"))
	if !failed.isOld(k) {
		t.Error("work that failed long ago is not done again")
	}
	if failed.at = time.Now(); failed.isOld(k) {
		t.Error("work that failed lately is done again")
	}
}
