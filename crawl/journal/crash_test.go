package journal_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/journal"
	"weft/crawl/strategy"
	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/web/warc"
)

// A crawler is a crawl as job makes it: journal, names and WARC files.
type crawler struct {
	j     *journal.Journal
	names *frontier.Names
	files *warc.Files
	pack  *warc.Packer
}

// fewPages is how many pages the crawls of these tests learn.
const fewPages = 4

func warcOptions() warc.FilesOptions {
	return warc.FilesOptions{Size: 900, Now: func() time.Time { return time.Unix(1e9, 0) }}
}

// Add is that of journal.Archive.
func (c *crawler) Add(p crawl.Pick, r *crawl.Reply, _ []crawl.Link) (journal.End, error) {
	var packed warc.Packed
	if _, err := c.pack.Add(warc.Metadata(fmt.Sprintf("http://a.example/%d", p.Key), time.Unix(1e9, 0), "", r.Note)); err != nil {
		return journal.End{}, err
	}
	c.pack.Take(&packed)
	m, err := c.files.Append(&packed)
	return journal.End{File: m.File, Offset: m.Offset}, err
}

// Sync is that of journal.Archive.
func (c *crawler) Sync() error { return c.files.Sync() }

func (c *crawler) has(dir string) func(journal.Place) error {
	return func(p journal.Place) error {
		n, err := frontier.OpenNamesReadOnly(filepath.Join(dir, "names"))
		if err != nil {
			return err
		}
		if have := n.Len(); have < p.Names {
			err = fmt.Errorf("%d names, want %d", have, p.Names)
		}
		return errors.Join(err, n.Close(), warc.HasMark(filepath.Join(dir, "warc"), warc.Mark(p.End), tail(p.Ending), warcOptions()))
	}
}

// tail is what may follow on the place that an archive is cut to.
func tail(e journal.Ending) warc.Tail {
	if e == journal.Killed {
		return warc.TailRecords
	}
	return warc.TailAny
}

// begin opens a crawl, or makes it.
func begin(dir string) (c *crawler, err error) {
	c = new(crawler)
	if c.pack, err = warc.NewPacker(warc.WriterOptions{Seed: 4}); err != nil {
		return nil, err
	}
	log := filepath.Join(dir, "log")
	if _, err := os.Stat(filepath.Join(log, "events")); err != nil {
		if c.names, err = frontier.CreateNames(filepath.Join(dir, "names")); err != nil {
			return nil, err
		}
		if c.files, err = warc.CreateFiles(filepath.Join(dir, "warc"), warcOptions()); err != nil {
			return c, err
		}
		c.j, err = journal.Create(log, []byte("header"), c.names, c, journal.End{})
		return c, err
	}
	c.j, err = journal.Open(log, journal.Opening{Has: c.has(dir), Adopt: func(_ []byte, p journal.Place) (journal.Names, journal.Archive, error) {
		if c.names, err = frontier.OpenNames(filepath.Join(dir, "names"), p.Names); err != nil {
			return nil, nil, err
		}
		c.files, err = warc.OpenFiles(filepath.Join(dir, "warc"), warc.Mark(p.End), warcOptions())
		return c.names, c, err
	}})
	return c, err
}

// end closes what is open.
func (c *crawler) end() (err error) {
	if c.j != nil {
		err = c.j.Close()
	}
	if c.names != nil {
		err = errors.Join(err, c.names.Close())
	}
	if c.files != nil {
		err = errors.Join(err, c.files.Close())
	}
	return err
}

// goOn crawls in a folder to the end, syncing everything at once or when it closes. It returns how many replies there
// were in the beginning, and tells of each when it is in the log.
func goOn(dir string, every time.Duration, learnt func()) (before int, err error) {
	c, err := begin(dir)
	if c != nil {
		defer func() { err = errors.Join(err, c.end()) }()
	}
	if err != nil {
		return 0, err
	}
	c.j.SetEvery(every)
	known := crawl.NewDense(pages)
	if err := c.names.Each(0, func(_ crawl.Page, name []byte) error {
		var k crawl.Key
		_, err := fmt.Sscanf(string(name), "http://a.example/%d", &k)
		known.Number(k)
		return err
	}); err != nil {
		return 0, err
	}
	if before, err = c.replies(); err != nil {
		return 0, err
	}
	return before, c.crawl(known, learnt)
}

// replies returns how many replies are in the log, seeds included.
func (c *crawler) replies() (n int, err error) {
	h, err := c.j.History(nil, false)
	if err != nil {
		return 0, err
	}
	defer h.Close()
	for {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if e.Learnt {
			n++
		}
	}
}

func (c *crawler) crawl(known crawl.Pages, learnt func()) error {
	o := crawl.Options{
		Web: randomWeb(4), Strategy: new(strategy.MostLinked), Pages: known, Log: c.j, Window: 3, Workers: 1, Limit: fewPages,
		Seeds: []crawl.Out{{Key: 3, Name: name(3)}, {Key: 5, Name: name(5)}},
	}
	at, err := c.j.Checkpoint()
	if err != nil {
		return err
	}
	h, err := c.j.History(at, true)
	if err != nil {
		return err
	}
	defer h.Close()
	o.Replay.Next = h.Next
	if at != nil {
		f, err := c.j.OpenPart(at, "loop")
		if err != nil {
			return err
		}
		defer f.Close()
		o.Replay.Saved = f
	}
	n := 0
	o.Learnt = func(crawl.Pick, *crawl.Reply, []crawl.Link) error {
		n++
		learnt()
		return nil
	}
	o.Checkpoint = func(save func(io.Writer) error) error {
		if n%4 > 0 {
			return nil
		}
		_, err := c.j.Save(map[string]func(io.Writer) error{"loop": save})
		return err
	}
	_, err = crawl.Run(context.Background(), o)
	return err
}

// outcome is all that a crawl came to: its log, the names and what is archived, in order.
func outcome(t *testing.T, dir string) string {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(dir, "log", "events"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%x\n", log)
	n, err := frontier.OpenNamesReadOnly(filepath.Join(dir, "names"))
	if err != nil {
		t.Fatal(err)
	}
	n.Each(0, func(_ crawl.Page, name []byte) error {
		fmt.Fprintf(&b, "%s\n", name)
		return nil
	})
	n.Close()
	archives, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	for _, path := range archives {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r := warc.NewReader(f, warc.Options{})
		for {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.Type == "metadata" {
				fmt.Fprintf(&b, "%s\n", rec.Body)
			}
		}
		f.Close()
	}
	return b.String()
}

// otherBoot makes it look as if the system had been started anew.
func otherBoot(t *testing.T, dir string) {
	t.Helper()
	if err := journal.SetBootOf(filepath.Join(dir, "log"), "00000000-0000-4000-8000-000000000000"); err != nil {
		t.Fatal(err)
	}
}

// A crash anywhere, of the process or the system, while journal, names and archive are written together: the crawl goes
// on with all that was learnt, or after a crash of the system that was synced, and ends as one that did not crash.
func TestCrashAnywhere(t *testing.T) {
	for _, every := range []time.Duration{0, time.Hour} {
		seed := drawn.Seed(t)
		dir := t.TempDir()
		tape := disktest.Record(t, dir)
		var learnt []int // changes that were made when a reply was
		if _, err := goOn(dir, every, func() { learnt = append(learnt, tape.Len()) }); err != nil {
			t.Fatal(err)
		}
		tape.Stop()
		t.Log(tape.Len(), "changes")
		want := outcome(t, dir)
		tape.EachCrash(t, seed, func(dir string, done int, c disktest.Crash, what string) {
			what = fmt.Sprintf("seed %d, sync every %s: %s", seed, every, what)
			if done < learnt[0] {
				return // it may be that there is no crawl yet
			}
			if c.SystemWent() != (every == 0) && c != disktest.Torn && done < tape.Len() {
				return // syncs matter to the system alone, and are in the way of the rest
			}
			least := 0
			for least < len(learnt) && learnt[least] <= done {
				least++
			}
			if c.SystemWent() {
				if otherBoot(t, dir); every > 0 && done < tape.Len() {
					least = 0
				}
			}
			got, err := goOn(dir, time.Hour, func() {})
			if err != nil || got < least {
				t.Fatalf("%s: %d replies, want at least %d: %v", what, got, least, err)
			}
			if outcome(t, dir) != want {
				t.Fatalf("%s: it ends otherwise", what)
			}
		})
	}
}

// Whatever fails is told, and the crawl goes on from there as if nothing had been.
func TestEachFailure(t *testing.T) {
	dir := t.TempDir()
	created := 0
	tape := disktest.Record(t, dir)
	if _, err := goOn(dir, 0, func() {
		if created == 0 {
			created = tape.Len()
		}
	}); err != nil {
		t.Fatal(err)
	}
	tape.Stop()
	want := outcome(t, dir)
	for k := 0; ; k++ {
		dir := t.TempDir()
		tape := disktest.Fail(t, dir, k)
		_, err := goOn(dir, 0, func() {})
		tape.Stop()
		what := tape.Failed()
		if what == "" {
			if k < 50 {
				t.Errorf("only %d changes", k)
			}
			return
		}
		if !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("change %d, %s: got %v", k, what, err)
		}
		if k < created {
			continue
		}
		if _, err := goOn(dir, time.Hour, func() {}); err != nil {
			t.Errorf("change %d, %s: it cannot go on: %v", k, what, err)
		} else if outcome(t, dir) != want {
			t.Errorf("change %d, %s: it ends otherwise", k, what)
		}
		if !strings.HasPrefix(what, "sync") {
			continue
		}
		// What was not synced is not taken for synced.
		tape.CrashAtEnd(t, uint64(k), func(dir string, _ int, c disktest.Crash, _ string) {
			if c.SystemWent() {
				otherBoot(t, dir)
			}
			if _, err := goOn(dir, time.Hour, func() {}); err != nil {
				t.Errorf("change %d, %s, then %s: it cannot go on: %v", k, what, c, err)
			} else if outcome(t, dir) != want {
				t.Errorf("change %d, %s, then %s: it ends otherwise", k, what, c)
			}
		})
	}
}
