package journal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/crawl"
	"weft/crawl/journal"
	"weft/crawl/strategy"
	"weft/graph/kinds"
	"weft/graph/page"
)

const pages = 120

// A web of lists, whose pages are called by their numbers.
type web struct{ lists [][]crawl.Key }

func randomWeb(seed uint64) *web {
	r := rand.New(rand.NewPCG(seed, 3))
	w := &web{lists: make([][]crawl.Key, pages)}
	for u := range w.lists {
		for range r.IntN(6) {
			w.lists[u] = append(w.lists[u], crawl.Key(r.IntN(pages)))
		}
	}
	return w
}

func (w *web) Start(crawl.Pick) {}

func (w *web) Fetch(_ context.Context, p crawl.Pick, r *crawl.Reply) error {
	r.State = page.Fetched
	r.Note = fmt.Appendf(r.Note, "note of %d", p.Key)
	for i, k := range w.lists[p.Key] {
		r.Links = append(r.Links, crawl.Out{Key: k, Kinds: kinds.Link | kinds.Set(i)<<1&kinds.All, Name: name(k), Barred: k%10 == 9 && p.Key%3 > 0})
	}
	return nil
}

func name(k crawl.Key) []byte { return fmt.Appendf(nil, "http://a.example/%d", k) }

// A shelf keeps names and what was attached in one file each, a line a thing.
type shelf struct {
	file *os.File
	size int
	all  [][]byte
}

func openShelf(t *testing.T, path string) *shelf {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	data, _ := io.ReadAll(f)
	s := &shelf{file: f}
	for line := range bytes.Lines(data) {
		if text, whole := bytes.CutSuffix(line, []byte("\n")); whole {
			s.all = append(s.all, text)
			s.size += len(line)
		}
	}
	return s
}

func (s *shelf) cut(n int) {
	s.size = 0
	for _, b := range s.all[:n] {
		s.size += len(b) + 1
	}
	s.all = s.all[:n]
	s.file.Truncate(int64(s.size))
}

func (s *shelf) Append(b []byte) error {
	s.all = append(s.all, bytes.Clone(b))
	s.size += len(b) + 1
	_, err := s.file.Write(append(bytes.Clone(b), '\n'))
	return err
}

func (s *shelf) Name(dst []byte, p crawl.Page) ([]byte, error) { return append(dst, s.all[p]...), nil }
func (s *shelf) Len() int                                      { return len(s.all) }
func (s *shelf) Flush() error                                  { return nil }
func (s *shelf) Sync() error                                   { return nil }

// An attic is an archive of notes.
type attic struct{ *shelf }

func (a attic) Add(_ crawl.Pick, r *crawl.Reply, _ []crawl.Link) (journal.End, error) {
	err := a.Append(r.Note)
	return journal.End{File: 0, Offset: int64(a.size)}, err
}

// numbers are the pages by the names on the shelf.
func (s *shelf) numbers() crawl.Pages {
	d := crawl.NewDense(pages)
	for _, b := range s.all {
		var k crawl.Key
		fmt.Sscanf(string(b), "http://a.example/%d", &k)
		d.Number(k)
	}
	return d
}

func (a attic) entries(offset int64) int {
	n := 0
	for at := int64(0); at < offset && n < len(a.all); n++ {
		at += int64(len(a.all[n])) + 1
	}
	return n
}

// open opens the journal of a folder, or makes it.
func open(t *testing.T, dir string) (*journal.Journal, *shelf, attic) {
	names, archive := openShelf(t, filepath.Join(dir, "names")), attic{openShelf(t, filepath.Join(dir, "notes"))}
	if _, err := os.Stat(filepath.Join(dir, "log")); err != nil {
		j, err := journal.Create(filepath.Join(dir, "log"), []byte("header"), names, archive, journal.End{})
		if err != nil {
			t.Fatal(err)
		}
		return j, names, archive
	}
	has := func(p journal.Place) error {
		if len(names.all) < p.Names || int64(archive.size) < p.End.Offset {
			return fmt.Errorf("%d names and %d bytes, want %+v", len(names.all), archive.size, p)
		}
		return nil
	}
	adopt := func(header []byte, p journal.Place) (journal.Names, journal.Archive, error) {
		if string(header) != "header" {
			t.Errorf("the header is %q", header)
		}
		names.cut(p.Names)
		archive.cut(archive.entries(p.End.Offset))
		return names, archive, nil
	}
	j, err := journal.Open(filepath.Join(dir, "log"), journal.Opening{Has: has, Adopt: adopt})
	if err != nil {
		t.Fatal(err)
	}
	return j, names, archive
}

// run crawls in a folder, at most so many pages of this run.
func run(t *testing.T, dir string, most int) {
	t.Helper()
	j, names, archive := open(t, dir)
	o := crawl.Options{
		Web: randomWeb(4), Strategy: new(strategy.MostLinked), Pages: names.numbers(), Log: j, Window: 5, Workers: 1,
		Seeds: []crawl.Out{{Key: 3, Name: name(3)}, {Key: 5, Name: name(5)}},
	}
	c, err := j.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	h, err := j.History(c, true)
	if err != nil {
		t.Fatal(err)
	}
	o.Replay.Next = h.Next
	if c != nil {
		f, err := j.OpenPart(c, "loop")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		o.Replay.Saved = f
	}
	before := len(archive.all)
	o.Checkpoint = func(save func(io.Writer) error) error {
		if n := len(archive.all); n > before && n%20 == 0 {
			_, err := j.Save(map[string]func(io.Writer) error{"loop": save})
			return err
		}
		return nil
	}
	o.Learnt = func(p crawl.Pick, r *crawl.Reply, _ []crawl.Link) error {
		if p.Page == crawl.None {
			return nil
		}

		if want := fmt.Sprintf("note of %d", p.Key); string(r.Note) != want {
			t.Errorf("the note is %q, want %q", r.Note, want)
		}
		if most > 0 && len(archive.all) >= before+most {
			return crawl.ErrStop
		}
		return nil
	}
	if _, err := crawl.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if most == 0 {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func files(t *testing.T, dir string) (log, names, notes string) {
	var out []string
	for _, f := range []string{"log/events", "names", "notes"} {
		b, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(b))
	}
	return out[0], out[1], out[2]
}

// A crawl that is killed anywhere, with torn ends of any file, ends with the same bytes as one that was not.
func TestKilledAnywhere(t *testing.T) {
	whole := t.TempDir()
	run(t, whole, 0)
	log, names, notes := files(t, whole)
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		dir := t.TempDir()
		for range 1 + r.IntN(4) {
			run(t, dir, 1+r.IntN(40))
			// What comes behind the last mark may be there in part: the start of what the next reply writes.
			for _, f := range []string{"log/events", "names", "notes", "log/marks"} {
				tear(t, filepath.Join(dir, f), r)
			}
		}
		run(t, dir, 0)
		gotLog, gotNames, gotNotes := files(t, dir)
		if gotLog != log || gotNames != names || gotNotes != notes {
			t.Fatalf("other files: %d and %d bytes of log, %d and %d of names, %d and %d of notes",
				len(gotLog), len(log), len(gotNames), len(names), len(gotNotes), len(notes))
		}
	}
}

// tear adds what a process leaves that is killed while it writes.
func tear(t *testing.T, path string, r *rand.Rand) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := make([]byte, r.IntN(30))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	f.Write(b)
}

func TestLook(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, 0)
	h, err := journal.Look(filepath.Join(dir, "log"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	learnt, letIn := 0, 0
	barred := map[crawl.Page]bool{}
	for {
		e, err := h.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e.Learnt {
			learnt++
		}
		for _, l := range e.Links {
			if l.LetIn != (barred[l.To] && !l.Barred) || l.LetIn && !l.New {
				t.Errorf("a link is %+v", l)
			}
			if barred[l.To] = l.Barred; l.LetIn {
				letIn++
			}
		}
	}
	if letIn == 0 {
		t.Error("no page was let in")
	}
	_, names, notes := files(t, dir)
	if want := bytes.Count([]byte(notes), []byte("\n")); learnt != want+1 || h.Known() != bytes.Count([]byte(names), []byte("\n")) {
		t.Errorf("%d learnt, want %d and the seeds; %d pages", learnt, want, h.Known())
	}
}

// What was synced and is gone is an error that names the file.
func TestDamage(t *testing.T) {
	for _, f := range []string{"log/events", "log/marks"} {
		dir := t.TempDir()
		run(t, dir, 0)
		if err := os.Truncate(filepath.Join(dir, f), 20); err != nil {
			t.Fatal(err)
		}
		_, err := journal.Open(filepath.Join(dir, "log"), journal.Opening{Has: func(journal.Place) error { return nil }})
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte(filepath.Base(f))) {
			t.Errorf("%s cut: got %v", f, err)
		}
	}
}

// So are marks of which not one byte may be another, and what cannot be read at all.
func TestDamagedMarks(t *testing.T) {
	open := func(dir string) error {
		j, err := journal.Open(filepath.Join(dir, "log"), journal.Opening{Has: func(journal.Place) error { return nil }})
		if err == nil {
			return j.Close()
		}
		return err
	}
	for _, f := range []string{"log/durable", "log/marks"} {
		dir := t.TempDir()
		run(t, dir, 0)
		path := filepath.Join(dir, f)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damaged := range [][]byte{nil, whole[:31], append([]byte{whole[0] ^ 1}, whole[1:]...), append(slices.Clone(whole[:31]), whole[31]^1)} {
			if err := os.WriteFile(path, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := open(dir); !errors.Is(err, journal.ErrCorrupt) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s of %d bytes: got %v", f, len(damaged), err)
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := open(dir); err == nil || errors.Is(err, journal.ErrCorrupt) {
			t.Errorf("%s is a folder: got %v", f, err)
		}
	}
}

func FuzzHistory(f *testing.F) {
	f.Add([]byte("p\x01d\x00\x04\x00\x01\x02\x06"))
	f.Fuzz(func(_ *testing.T, data []byte) { journal.DecodeAll(data) })
}
