package captures

import (
	"errors"
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/making/assemble"
	"weft/making/ingest/formats"
)

// intakeOf returns an intake with a budget beyond the base.
func intakeOf(memory, maxPage int64, workers int) *Intake {
	im := &Intake{MaxPage: maxPage}
	im.Assembly = &assemble.Assembly{Set: assemble.Settings{Memory: mem.Base + memory}}
	im.Workers = workers
	return im
}

// Captures on their way share the budget. Small shares have a least size, and none is larger than a page may be.
func TestBounds(t *testing.T) {
	const kib, mib = 1 << 10, 1 << 20
	for _, c := range []struct {
		memory, page int64
		workers      int
		want         bounds
	}{
		{320 * mib, 1 << 40, 1, bounds{Flight: 80 * mib, Block: 160 * mib, decoded: 20 * mib, links: 4 * mib, kept: 2 * mib, alone: 80 * mib, page: 1 << 40}},
		{320 * mib, 1 << 40, 4, bounds{Flight: 80 * mib, Block: 160 * mib, decoded: 5 * mib, links: mib, kept: 512 * kib, alone: 80 * mib, page: 1 << 40}},
		{mib, 1 << 40, 4, bounds{Flight: 256 * kib, Block: 512 * kib, decoded: 64 * kib, links: 64 * kib, kept: 64 * kib, alone: 256 * kib, page: 1 << 40}},
		{320 * mib, 100, 1, bounds{Flight: 80 * mib, Block: 160 * mib, decoded: 100, links: 4 * mib, kept: 2 * mib, alone: 100, page: 100}},
	} {
		im := intakeOf(c.memory, c.page, c.workers)
		im.SetLimits()
		if im.Limits != c.want {
			t.Errorf("%d bytes, pages of %d, %d workers: got %+v, want %+v", c.memory, c.page, c.workers, im.Limits, c.want)
		}
		if s := im.Segments; s.limit != c.memory/8 || s.total != mem.Base+c.memory || s.page != c.page {
			t.Errorf("%d bytes: segments may hold %d of %d bytes and %d of a record, want %d of %d and %d", c.memory, s.limit, s.total, s.page, c.memory/8, mem.Base+c.memory, c.page)
		}
	}
}

// A block counts three times, and a record 1 KiB more. The largest block takes half the budget.
func TestWeights(t *testing.T) {
	b := bounds{Block: 4 << 10, page: 200, decoded: 100}
	if got := b.weight(0); got != 1<<10 {
		t.Errorf("an empty block weighs %d, want %d", got, 1<<10)
	}
	if err := b.check("a record", 1<<10, 9); err != nil {
		t.Errorf("a block of 1 KiB: %v", err)
	}
	err := b.check("a record", 1<<10+1, 9)
	short, ok := errors.AsType[*mem.ShortError](err)
	if !ok || short.Need != mem.Base+2*(4<<10+3) || short.Budget != 9 || !strings.Contains(short.What, "a record, which has 1.0 KiB") {
		t.Errorf("a larger block: got %+v", short)
	}
	for page, c := range map[string]struct {
		full, capped bool
		decoded      int64
		want         bool
	}{"small": {}, "many links": {full: true, want: true}, "long": {capped: true, decoded: 199, want: true}, "as long as can be": {capped: true, decoded: 200}, "many links of a page as long as can be": {true, true, 200, true}} {
		r, b := &record{}, bounds{page: 200, decoded: c.decoded}
		r.page.Full, r.page.Capped = c.full, c.capped
		if got := r.large(&b); got != c.want {
			t.Errorf("%s: is large %t, want %t", page, got, c.want)
		}
	}
	files := &record{block: []byte("<p>")}
	if files.weigh(); files.weight != 9 {
		t.Errorf("a file of 3 bytes weighs %d, want 9", files.weight)
	}
	files.block = []byte("<!--#include")
	if files.weigh(); files.weight != 36+3*maxGrowth {
		t.Errorf("a file with includes weighs %d, want %d", files.weight, 36+3*maxGrowth)
	}
}

// A record that is used again keeps small memory alone.
func TestReset(t *testing.T) {
	for size, kept := range map[int]bool{10: true, 11: false} {
		c := &record{uri: []byte("u"), block: make([]byte, 5, size), remark: "x", kind: response, weight: 7}
		c.reset(10)
		if len(c.block) != 0 || (cap(c.block) == size) != kept {
			t.Errorf("a block of %d bytes has %d after it, kept %t", size, cap(c.block), kept)
		}
		if c.remark != "" || c.kind != ignored || c.weight != 0 || len(c.uri) != 0 || cap(c.uri) == 0 {
			t.Errorf("a record keeps %+v", c)
		}
	}
}

// Nothing is passed on after the gate was shut, and records that are no more are passed over.
func TestStoppedArchive(t *testing.T) {
	g, stop := NewGate(t.Context(), 1)
	defer stop()
	a := &archiveReader{gate: g}
	var got []*record
	put := func(c *record) error { got = append(got, c); return nil }
	first := &record{block: make([]byte, 10)}
	if err := a.pass(first, put); err != nil || first.weight != 30+1<<10 {
		t.Errorf("a record that weighs %d: %v", first.weight, err)
	}
	if err := a.pass(nil, put); err != nil {
		t.Errorf("no record: %v", err)
	}
	g.Close()
	if err := a.pass(&record{}, put); !errors.Is(err, formats.ErrStopped) {
		t.Errorf("after the end: got %v, want %v", err, formats.ErrStopped)
	}
	if len(got) != 1 {
		t.Errorf("%d records were passed on, want 1", len(got))
	}
}
