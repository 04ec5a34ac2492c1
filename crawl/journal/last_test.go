package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/crawl"
)

// openEnding opens a journal as after a process that ended so, and returns the place that it goes on from.
func openEnding(t *testing.T, dir string, e Ending) (Place, error) {
	t.Helper()
	const other = "00000000-0000-4000-8000-000000000000"
	boot := map[Ending]string{Closed: bootID(), Killed: bootID(), Crashed: other, Unsure: ""}[e]
	if err := SetBootOf(dir, boot); err != nil && e != Closed {
		return Place{}, err
	}
	var at Place
	stop := errors.New("enough")
	_, err := Open(dir, Opening{Closed: e == Closed, Has: func(Place) error { return nil }, Adopt: func(_ []byte, p Place) (Names, Archive, error) {
		at = p
		return nil, nil, stop
	}})
	if errors.Is(err, stop) {
		err = nil
	}
	return at, err
}

// What a process leaves that ended in one way or another is told from damage: what was synced, and what a killed process
// wrote, is never given up.
func TestEndings(t *testing.T) {
	whole := logged(t)
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	marks, events, synced := read(marksFile), read(EventsFile), read(durableFile)
	n := len(marks) / markSize
	early := func(i int) []byte { // durable, as if the i-th mark had been the last that was synced
		m, _ := parseMark(marks[i*markSize:])
		return durable{mark: m, boot: bootID()}.append(nil)
	}
	flip := func(b []byte, at int) []byte {
		b = append([]byte{}, b...)
		b[at] ^= 1
		return b
	}
	const last = -1 // mark
	for _, x := range []struct {
		name                                    string
		marks, events, durable                  []byte
		closed, killed, crashed, unsure         string // what the error says; "" if there is none
		atClosed, atKilled, atCrashed, atUnsure int    // number of the mark from which the crawl resumes
	}{
		{name: "whole", atClosed: last, atKilled: last, atCrashed: last, atUnsure: last},
		{name: "an early sync", durable: early(3), closed: "is not the synced one", atKilled: last, atCrashed: 3, atUnsure: last},
		{name: "a torn mark", marks: append(append([]byte{}, marks...), 1, 2, 3), closed: "3 bytes are an incomplete mark", atKilled: last, atCrashed: last, atUnsure: last},
		{name: "a flipped mark in the midst", marks: flip(marks, 3*markSize+5), durable: early(1), closed: "byte 96: a mark has a wrong checksum", killed: "byte 96: a mark has a wrong checksum", atCrashed: 1, unsure: "byte 96"},
		{name: "a flipped last mark", marks: flip(marks, len(marks)-1), durable: early(2), closed: "a mark has a wrong checksum", killed: "a mark has a wrong checksum", atCrashed: 2, atUnsure: n - 2},
		{name: "a flipped last mark that was synced", marks: flip(marks, len(marks)-1), closed: "a mark has a wrong checksum", killed: "a mark has a wrong checksum", atCrashed: last, unsure: "a mark has a wrong checksum"},
		{name: "marks that end before the sync", marks: marks[:2*markSize], closed: "the marks end here", killed: "the marks end here", atCrashed: last, unsure: "the marks end here"},
		{name: "the last mark not written", marks: marks[:len(marks)-markSize], durable: early(1), closed: "is not the synced one", atKilled: n - 2, atCrashed: 1, atUnsure: n - 2},
		{name: "two marks gone", marks: marks[:len(marks)-2*markSize], durable: early(1), closed: "is not the synced one", killed: "replies follow without a mark", atCrashed: 1, atUnsure: n - 3},
		{name: "a log cut at the end", events: events[:len(events)-1], durable: early(1), closed: "is not the synced one", killed: "the log ends here", atCrashed: 1, atUnsure: n - 2},
		{name: "a log cut before the sync", events: events[:40], closed: "the log ends here", killed: "the log ends here", crashed: "the log ends here", unsure: "the log ends here"},
		{name: "a log with a torn record", events: append(append([]byte{}, events...), 200, 'd', 1), closed: "a record with", atKilled: last, atCrashed: last, atUnsure: last},
		{name: "no durable", durable: []byte("none"), closed: "durable", killed: "durable", crashed: "durable", unsure: "durable"},
		{name: "a flipped boot", durable: flip(synced, markSize+3), closed: "durable", killed: "durable", crashed: "durable", unsure: "durable"},
		{name: "a mark twice", marks: append(append([]byte{}, marks...), marks[:markSize]...), closed: "before the previous mark", killed: "before the previous mark", atCrashed: last, atUnsure: last},
	} {
		for e, want := range map[Ending]string{Closed: x.closed, Killed: x.killed, Crashed: x.crashed, Unsure: x.unsure} {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			for name, data := range map[string][]byte{marksFile: x.marks, EventsFile: x.events, durableFile: x.durable} {
				if data == nil {
					continue
				}
				if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := openEnding(t, dir, e)
			if want != "" {
				if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
					t.Errorf("%s, ending %d: got %v, want %q", x.name, e, err, want)
				}
				continue
			}
			at := map[Ending]int{Closed: x.atClosed, Killed: x.atKilled, Crashed: x.atCrashed, Unsure: x.atUnsure}[e]
			m, _ := parseMark(marks[(at+n)%n*markSize:])
			if err != nil || got.Names != int(m.names) || got.Ending != e {
				t.Errorf("%s, ending %d: got %+v, %v, want %d names", x.name, e, got, err, m.names)
			}
		}
	}
}

// What is salvaged of a log is what comes before its first damage, as far as names are there, and can be opened as a journal
// that was closed.
func TestSalvageLog(t *testing.T) {
	whole := logged(t)
	events, err := os.ReadFile(filepath.Join(whole, EventsFile))
	if err != nil {
		t.Fatal(err)
	}
	before := int64(-1)
	for at := 30; at < len(events); at += 7 {
		dir, to := t.TempDir(), filepath.Join(t.TempDir(), "log")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		damaged := append([]byte{}, events...)
		damaged[at] ^= 16
		if err := os.WriteFile(filepath.Join(dir, EventsFile), damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := SalvageLog(dir, 100)
		if err != nil || s.Why == nil || s.End.Offset > int64(at) || s.End.Offset < before || int64(at)-s.End.Offset > 30 || s.Size != int64(len(events)) {
			t.Fatalf("byte %d: %+v, %v", at, s, err)
		}
		before = s.End.Offset
		if err := s.Rebuild(dir, to, End{1, 2}); err != nil {
			t.Fatal(err)
		}
		place, err := openEnding(t, to, Closed)
		if err != nil || place.Names != s.Names || place.End != (End{1, 2}) {
			t.Errorf("byte %d: rebuilt to %+v, %v, want %d names", at, place, err, s.Names)
		}
		if err := Replayable(to, s.Names); err != nil {
			t.Errorf("byte %d: %v", at, err)
		}
		if _, err := os.Stat(filepath.Join(to, checkpointFile)); (err == nil) != (s.Point != nil) {
			t.Errorf("byte %d: checkpoint %v, %v", at, s.Point, err)
		}
	}
	for names := range 7 {
		s, err := SalvageLog(whole, names)
		if err != nil || s.Names != names || (s.Why == nil) != (names == 6) || (s.Point != nil) != (names >= 4) {
			t.Errorf("%d names: %+v, %v", names, s, err)
		}
	}
	if err := Replayable(whole, 5); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a name is missing: %v", err)
	}
}

// A journal with nothing but its header has not begun.
func TestBegan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "log")
	if Began(dir) {
		t.Error("what is not there has begun")
	}
	j, err := Create(dir, []byte("{}"), new(heap), nil, End{})
	if err != nil {
		t.Fatal(err)
	}
	if Began(dir) {
		t.Error("a header is a beginning")
	}
	if err := errors.Join(j.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), nil), j.Close()); err != nil {
		t.Fatal(err)
	}
	if !Began(dir) {
		t.Error("seeds are none")
	}
}

// Whatever the file says, it is read or refused, and what is read writes itself again.
func FuzzDurable(f *testing.F) {
	f.Add([]byte{})
	f.Add(durable{boot: "12345678-1234-1234-1234-123456789abc"}.append(nil))
	f.Add(durable{}.append(nil))
	f.Add(mark{names: 5}.append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, ok := parseDurable(data)
		if !ok {
			return
		}
		if again, ok := parseDurable(d.append(nil)); !ok || again != d {
			t.Errorf("%x: %+v, %+v", data, d, again)
		}
	})
}
