package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/crawl"
	"weft/internal/eventlog"
)

// logged makes a journal of a few events with a checkpoint in the midst, which ended in order.
func logged(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	names := new(heap)
	j, err := Create(dir, []byte("{}"), names, nil, End{})
	if err != nil {
		t.Fatal(err)
	}
	learn := func(p crawl.Pick, to crawl.Page) {
		if err := j.Learnt(p, new(crawl.Reply), []crawl.Link{{To: to, New: true}}); err != nil {
			t.Fatal(err)
		}
	}
	learn(crawl.Pick{Page: crawl.None}, 0)
	for i := range 5 {
		p := crawl.Pick{Seq: uint64(i), Page: crawl.Page(i)}
		if err := j.Picked(p); err != nil {
			t.Fatal(err)
		}
		if learn(p, crawl.Page(i+1)); i != 2 {
			continue
		}
		if _, err := j.Save(map[string]func(io.Writer) error{"part": func(w io.Writer) error { _, err := io.WriteString(w, "state"); return err }}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Whatever is wrong in a journal is said of the file that has it; what a kill leaves is no damage, but in a journal
// that was closed.
func TestVerifyNamesDamage(t *testing.T) {
	dir := logged(t)
	marked := func(change func(*mark)) func([]byte) []byte {
		return func(b []byte) []byte {
			m, _ := parseMark(b)
			change(&m)
			return append(m.append(nil), b[markSize:]...)
		}
	}
	pointed := func(change func(*Checkpoint)) func([]byte) []byte {
		return func(b []byte) []byte {
			var c Checkpoint
			if err := json.Unmarshal(b, &c); err != nil {
				t.Fatal(err)
			}
			if change(&c); c.Sums != nil {
				b, _ = c.text()
				return b
			}
			c.Sum = "" // as an earlier version wrote it
			b, _ = json.Marshal(c)
			return b
		}
	}
	removed := func([]byte) []byte { return nil }
	empty := func([]byte) []byte { return []byte{} }
	longer := func(b []byte) []byte { return append(b, "torn!"...) }
	flipped := func(at int) func([]byte) []byte {
		return func(b []byte) []byte { b[(at+len(b))%len(b)] ^= 4; return b }
	}
	var c Checkpoint
	data, err := os.ReadFile(filepath.Join(dir, checkpointFile))
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(c.Dir, "part")
	size := func(name string) int64 {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	marks, events := size(marksFile), size(EventsFile)
	at := func(file string, offset int64, what string) string {
		return fmt.Sprintf("%s %d: %s", file, offset, what)
	}
	for _, x := range []struct {
		file    string
		change  func([]byte) []byte
		closed  string // what is said of a closed journal: the file and words; "" for nothing
		running string // and of one that may be in use
	}{
		{marksFile, removed, "marks 0: it is missing", "marks 0: it is missing"},
		{marksFile, empty, "marks 0: no complete mark", "marks 0: no complete mark"},
		{marksFile, longer, at(marksFile, marks, "5 bytes that are incomplete"), "loose marks 5"},
		{marksFile, flipped(5), "marks 0: a mark with a wrong checksum", "marks 0: a mark with a wrong checksum"},
		{marksFile, func(b []byte) []byte { return flipped(5)(b[:markSize]) }, "marks 0: a mark with a wrong checksum", "marks 0: a mark with a wrong checksum"},
		{marksFile, flipped(-1), at(marksFile, marks-markSize, "32 bytes that are incomplete"), "loose marks 32"},
		{marksFile, func(b []byte) []byte { return append(b, b[:markSize]...) }, at(marksFile, marks, "a mark that is before the previous mark"), at(marksFile, marks, "a mark that is before the previous mark")},
		{durableFile, removed, "", ""},
		{durableFile, flipped(3), "durable 0: a mark with a wrong checksum", "durable 0: a mark with a wrong checksum"},
		{durableFile, marked(func(m *mark) { m.log.Offset += 9 }), at(marksFile, marks-markSize, "the last mark is before the synced mark"), at(marksFile, marks-markSize, "the last mark is before the synced mark")},
		{durableFile, marked(func(m *mark) { m.log.Offset -= 9 }), "durable 0: it is not the last mark", ""},
		{durableFile, func(b []byte) []byte { return append(b[:markSize], "nonsense"...) }, `durable 32: "nonsense" does not name a run of a system`, `durable 32: "nonsense" does not name a run of a system`},
		{EventsFile, removed, "events 0: it is missing", "events 0: it is missing"},
		{EventsFile, empty, "events 0: ", "events 0: "},
		{EventsFile, longer, at(EventsFile, events, "5 bytes that are incomplete"), "loose events 5"},
		{EventsFile, func(b []byte) []byte { return b[:c.Log.Offset] }, at(EventsFile, c.Log.Offset, "the log ends here, and had "), at(EventsFile, c.Log.Offset, "the log ends here, and had ")},
		{EventsFile, flipped(-1), "events ", "events "},
		{checkpointFile, removed, "", ""},
		{checkpointFile, empty, "checkpoint 0: it makes no sense", "checkpoint 0: it makes no sense"},
		{checkpointFile, longer, "checkpoint 0: it makes no sense", "checkpoint 0: it makes no sense"},
		{checkpointFile, func(b []byte) []byte { return bytes.Replace(b, []byte(`"picks":3`), []byte(`"picks":2`), 1) }, "checkpoint 0: it makes no sense", "checkpoint 0: it makes no sense"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Dir = "../elsewhere" }), "checkpoint 0: it makes no sense", "checkpoint 0: it makes no sense"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Picks++ }), "checkpoint 0: it does not match the log", "checkpoint 0: it does not match the log"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Known++ }), "checkpoint 0: it does not match the log", "checkpoint 0: it does not match the log"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Log.Sum++ }), "checkpoint 0: it does not match the log", "checkpoint 0: it does not match the log"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Bytes++ }), "checkpoint 0: its parts have 5 bytes, it says 6", "checkpoint 0: its parts have 5 bytes, it says 6"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Sums = nil }), "uncovered " + c.Dir, "uncovered " + c.Dir},
		{part, removed, part + " 0: it is missing", part + " 0: it is missing"},
		{part, flipped(0), part + " 0: its checksum is", part + " 0: its checksum is"},
	} {
		path := filepath.Join(dir, x.file)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if data := x.change(bytes.Clone(whole)); data == nil {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		for closed, want := range map[bool]string{true: x.closed, false: x.running} {
			if said := said(t, dir, closed); !strings.HasPrefix(said, want) || want == "" && said != "" {
				t.Errorf("%s, closed %v: said %q, want %q", x.file, closed, said, want)
			}
		}
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := said(t, dir, true); got != "" {
		t.Errorf("in the end: %s", got)
	}
}

// said returns what is first said of a journal.
func said(t *testing.T, dir string, closed bool) (first string) {
	t.Helper()
	say := func(format string, args ...any) {
		if first == "" {
			first = fmt.Sprintf(format, args...)
		}
	}
	var seen Checked
	_, _, err := Verify(dir, Check{
		Closed: closed, Loose: func(file string, bytes int64) { say("loose %s %d", file, bytes) },
		Damage: func(file string, at int64, what string) { say("%s %d: %s", file, at, what) },
	}, &seen)
	if err != nil {
		t.Error(err)
	}
	for _, what := range seen.Uncovered {
		if !strings.HasPrefix(what, durableFile) {
			say("uncovered %s", what)
		}
	}
	return first
}

// A checkpoint inside a record is found, and what who asks says of header and events is heard.
func TestVerifyAsks(t *testing.T) {
	dir := logged(t)
	data, err := os.ReadFile(filepath.Join(dir, checkpointFile))
	if err != nil {
		t.Fatal(err)
	}
	var c Checkpoint
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	from := filepath.Join(dir, c.Dir)
	c.Log.Offset--
	c.Dir = fmt.Sprintf("%s-%d", checkpointFile, c.Log.Offset)
	if data, err = c.text(); err == nil {
		err = errors.Join(os.Rename(from, filepath.Join(dir, c.Dir)), os.WriteFile(filepath.Join(dir, checkpointFile), data, 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := said(t, dir, true); !strings.HasPrefix(got, "checkpoint 0: its place, byte ") || !strings.Contains(got, "is inside a record") {
		t.Errorf("said %q", got)
	}
	wrong := errors.New("wrong")
	heard := ""
	check := Check{Damage: func(file string, _ int64, what string) { heard += file + ": " + what }, Header: func([]byte) error { return wrong }}
	if _, _, err := Verify(dir, check, new(Checked)); err != nil || !strings.HasPrefix(heard, "events: its header makes no sense: wrong") {
		t.Errorf("heard %q, %v", heard, err)
	}
	check.Event = func(*crawl.Event) error { return wrong }
	if _, _, err := Verify(dir, check, new(Checked)); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
}

// A record that has its checksum and makes no sense is damage; one that no mark vouches for is cut, whatever it is.
func TestVerifyNonsense(t *testing.T) {
	for kind, want := range map[byte]string{picked: "events %d: ", 'z': "loose events "} {
		dir := logged(t)
		w, _, err := eventlog.Open(filepath.Join(dir, EventsFile), eventlog.Recovery{})
		if err != nil {
			t.Fatal(err)
		}
		before := w.Position().Offset
		if err := errors.Join(w.Append(kind, []byte("\xff")), w.Close()); err != nil {
			t.Fatal(err)
		}
		if kind == picked {
			want = fmt.Sprintf(want, before)
		}
		if got := said(t, dir, false); !strings.HasPrefix(got, want) {
			t.Errorf("record %c: said %q, want %q", kind, got, want)
		}
	}
}

// What was looked at is counted, and the place of the last mark returned.
func TestVerifyCounts(t *testing.T) {
	dir := logged(t)
	info, err := os.Stat(filepath.Join(dir, EventsFile))
	if err != nil {
		t.Fatal(err)
	}
	marks, err := os.ReadFile(filepath.Join(dir, marksFile))
	if err != nil {
		t.Fatal(err)
	}
	var seen Checked
	place, there, err := Verify(dir, Check{Closed: true}, &seen)
	if err != nil || !there || place.Names != 6 || seen.Events != 11 || seen.Bytes != info.Size() || seen.Until != info.Size() || seen.Marks != len(marks)/markSize || seen.Marks < 6 {
		t.Errorf("got %+v, %v, %+v, %v", place, there, seen, err)
	}
	files := strings.Join(seen.Files, " ")
	for _, name := range []string{marksFile, checkpointFile, "/part", EventsFile, durableFile} {
		if strings.Count(files, name) == 0 || len(seen.Files) != 5 {
			t.Errorf("%s is not among the files %q", name, seen.Files)
		}
	}
	for _, name := range []string{marksFile, checkpointFile, EventsFile, durableFile} { // a folder in its place is no damage, but cannot be read
		path := filepath.Join(dir, name)
		if err := errors.Join(os.Rename(path, path+".aside"), os.Mkdir(path, 0o777)); err != nil {
			t.Fatal(err)
		}
		if _, there, err := Verify(dir, Check{Damage: func(string, int64, string) {}}, new(Checked)); err == nil || there || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is a folder: got %v, %v", name, there, err)
		}
		if err := errors.Join(os.Remove(path), os.Rename(path+".aside", path)); err != nil {
			t.Fatal(err)
		}
	}
}

// A mark is before another if it says less in any way.
func TestBefore(t *testing.T) {
	m := mark{log: eventlog.Position{Offset: 9}, names: 9, end: End{File: 9, Offset: 9}}
	for what, change := range map[string]func(*mark){
		"log": func(m *mark) { m.log.Offset-- }, "names": func(m *mark) { m.names-- }, "file": func(m *mark) { m.end = End{File: 8, Offset: 99} }, "end": func(m *mark) { m.end.Offset-- },
	} {
		less := m
		if change(&less); !less.before(m) || m.before(less) || less.before(less) {
			t.Errorf("%s: %+v, %+v", what, less, m)
		}
	}
}
