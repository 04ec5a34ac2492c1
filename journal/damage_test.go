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

// Whatever is wrong in a journal is said of the file that has it; what a kill leaves is no damage, but in a journal that was closed.
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
			change(&c)
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
	for _, x := range []struct {
		file    string
		change  func([]byte) []byte
		closed  string // what is said of a closed journal: the file and words; "" for nothing
		running string // and of one that may be in use
	}{
		{marksFile, removed, "marks: it is missing", "marks: it is missing"},
		{marksFile, empty, "marks: not one whole mark", "marks: not one whole mark"},
		{marksFile, longer, "marks: 5 bytes that are not whole", "loose marks 5"},
		{marksFile, flipped(5), "marks: a mark that does not have its checksum", "marks: a mark that does not have its checksum"},
		{marksFile, func(b []byte) []byte { return flipped(5)(b[:markSize]) }, "marks: a mark that does not have its checksum", "marks: a mark that does not have its checksum"},
		{marksFile, flipped(-1), "marks: 32 bytes that are not whole", "loose marks 32"},
		{marksFile, func(b []byte) []byte { return append(b, b[:markSize]...) }, "marks: a mark that is behind the one before", "marks: a mark that is behind the one before"},
		{durableFile, removed, "", ""},
		{durableFile, flipped(3), "durable: a mark that does not have its checksum", "durable: a mark that does not have its checksum"},
		{durableFile, marked(func(m *mark) { m.log.Offset += 9 }), "marks: the last mark is behind the one that was synced", "marks: the last mark is behind the one that was synced"},
		{durableFile, marked(func(m *mark) { m.log.Offset -= 9 }), "durable: it is not the last mark", ""},
		{durableFile, func(b []byte) []byte { return append(b[:markSize], "nonsense"...) }, `durable: "nonsense" names no run of a system`, `durable: "nonsense" names no run of a system`},
		{eventsFile, removed, "events: it is missing", "events: it is missing"},
		{eventsFile, empty, "events: ", "events: "},
		{eventsFile, longer, "events: 5 bytes that are not whole", "loose events 5"},
		{eventsFile, flipped(-1), "events: ", "events: "},
		{checkpointFile, removed, "", ""},
		{checkpointFile, empty, "checkpoint: it makes no sense", "checkpoint: it makes no sense"},
		{checkpointFile, longer, "checkpoint: it makes no sense", "checkpoint: it makes no sense"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Dir = "../elsewhere" }), "checkpoint: it makes no sense", "checkpoint: it makes no sense"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Picks++ }), "checkpoint: it does not say what the log says", "checkpoint: it does not say what the log says"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Known++ }), "checkpoint: it does not say what the log says", "checkpoint: it does not say what the log says"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Log.Sum++ }), "checkpoint: it does not say what the log says", "checkpoint: it does not say what the log says"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Bytes++ }), "checkpoint: its parts have 5 bytes, it says 6", "checkpoint: its parts have 5 bytes, it says 6"},
		{checkpointFile, pointed(func(c *Checkpoint) { c.Sums = nil }), "uncovered " + c.Dir, "uncovered " + c.Dir},
		{part, removed, part + ": it is missing", part + ": it is missing"},
		{part, flipped(0), part + ": its checksum is", part + ": its checksum is"},
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
		Damage: func(file string, _ int64, what string) { say("%s: %s", file, what) },
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
	if data, err = json.Marshal(c); err == nil {
		err = errors.Join(os.Rename(from, filepath.Join(dir, c.Dir)), os.WriteFile(filepath.Join(dir, checkpointFile), data, 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := said(t, dir, true); !strings.Contains(got, "is inside a record") {
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
