package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/crawl"
)

// heap is names in memory.
type heap struct{ n int }

func (h *heap) Len() int                                      { return h.n }
func (h *heap) Append([]byte) error                           { h.n++; return nil }
func (h *heap) Flush() error                                  { return nil }
func (h *heap) Sync() error                                   { return nil }
func (h *heap) Name(dst []byte, _ crawl.Page) ([]byte, error) { return dst, nil }

// A mark that has its checksum and does not say what the log says is found, as is one that is missing.
func TestVerifyHoldsMarksAgainstLog(t *testing.T) {
	dir := t.TempDir()
	j, err := Create(dir, []byte("{}"), new(heap), nil, End{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		p := crawl.Pick{Seq: uint64(i), Page: crawl.Page(i)}
		if i == 0 {
			if err := j.Learnt(crawl.Pick{Page: crawl.None}, new(crawl.Reply), []crawl.Link{{To: 0, New: true}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Picked(p); err != nil {
			t.Fatal(err)
		}
		if err := j.Learnt(p, new(crawl.Reply), []crawl.Link{{To: crawl.Page(i + 1), New: true}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, marksFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	verify := func() (found []string) {
		t.Helper()
		_, _, err := Verify(dir, Check{Closed: true, Damage: func(file string, _ int64, what string) { found = append(found, file+": "+what) }}, new(Checked))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := verify(); len(found) > 0 {
		t.Fatalf("before anything was changed: %v", found)
	}
	const third = 3 * markSize
	m, _ := parseMark(whole[third:])
	for what, change := range map[string]func(mark) mark{
		"names": func(m mark) mark { m.names--; return m },
		"sum":   func(m mark) mark { m.log.Sum++; return m },
		"place": func(m mark) mark { m.log.Offset++; return m },
	} {
		data := append(append(append([]byte(nil), whole[:third]...), change(m).append(nil)...), whole[third+markSize:]...)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if found := verify(); len(found) == 0 || !strings.HasPrefix(found[0], marksFile) {
			t.Errorf("%s: got %v", what, found)
		}
	}
	if err := os.WriteFile(path, append(append([]byte(nil), whole[:third]...), whole[third+markSize:]...), 0o644); err != nil {
		t.Fatal(err)
	}
	if found := verify(); len(found) == 0 || !strings.Contains(found[0], "no mark of the reply") {
		t.Errorf("a mark less: got %v", found)
	}
}
