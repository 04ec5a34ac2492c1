package progress

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestJSONLines writes a line when a step begins, later ones only now and then, and one at its end. A name from outside
// stays one line.
func TestJSONLines(t *testing.T) {
	var b bytes.Buffer
	r := NewJSON(&b)
	read := func() (all []Line) {
		t.Helper()
		for line := range strings.Lines(b.String()) {
			var l struct {
				Weft int `json:"weft"`
				Line
			}
			if err := json.Unmarshal([]byte(line), &l); err != nil || l.Weft != 1 || l.Progress == nil {
				t.Fatalf("line %q: %v", line, err)
			}
			all = append(all, l.Line)
		}
		b.Reset()
		return all
	}
	r.Bytes("read\n\"\u202e", 0, 1000)
	if all := read(); len(all) != 1 || all[0].Progress.Unit != "bytes" || strings.ContainsAny(all[0].Progress.Name, "\n\u202e") || all[0].Progress.Total != 1000 {
		t.Errorf("the first line: %+v", all)
	}
	for done := range int64(999) {
		r.Bytes("read\n\"\u202e", done, 1000)
	}
	if all := read(); len(all) > 2 {
		t.Errorf("%d lines at once", len(all))
	}
	r.told = r.told.Add(-time.Second)
	r.pace.began = r.pace.began.Add(-10 * time.Second)
	r.Bytes("read\n\"\u202e", 500, 1000)
	if all := read(); len(all) != 1 || all[0].Progress.Done != 500 || all[0].Progress.Left < 9 || all[0].Progress.Left > 11 {
		t.Errorf("after a second: %+v", all)
	}
	r.Bytes("read\n\"\u202e", 1000, 1000)
	r.Bytes("read\n\"\u202e", 1000, 1000)
	if all := read(); len(all) != 1 || all[0].Progress.Done != 1000 {
		t.Errorf("at the end: %+v", all)
	}
	r.Steps("think", 0, 0)
	r.Steps("write", 0, 0)
	for range 100 {
		r.Steps("think", 0, 0)
		r.Steps("write", 0, 0)
	}
	r.Interrupt()
	r.Close()
	if all := read(); len(all) != 2 || all[0].Progress.Name != "think" || all[1].Progress.Name != "write" {
		t.Errorf("two steps: %+v", all)
	}
}
