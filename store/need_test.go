package store_test

import (
	"slices"
	"testing"

	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/store"
)

// Whatever is asked for, in any form: the parts of a plan have names of their own and add up to what it needs, and
// arrays are no part of it where they are mapped.
func TestPartsAddUp(t *testing.T) {
	r, c := drawn.Rand(t), importLinks(t, "http://a.example/ http://b.example/\n", false)
	names := []string{"scores", "hosts", "a table", "marks"}
	forms := map[string]bool{}
	for range 300 {
		var need store.Need
		want := map[string]store.Reserved{}
		for range r.IntN(6) {
			name, bytes := names[r.IntN(len(names))], r.Int64N(1<<22)
			part := store.Heap(name, bytes)
			if r.IntN(2) == 0 {
				part = store.Arrays(name, bytes)
			}
			need, want[name] = need.And(part), part[0]
		}
		v, err := c.Plan(store.ViewOptions{Out: true, In: r.IntN(2) == 0, Stream: r.IntN(2) == 0, Need: need, Budget: mem.Base + r.Int64N(1<<24)})
		if err != nil {
			continue
		}
		forms[v.Form] = true
		if sum := mem.Sum(v.Parts); sum != v.NeedBytes {
			t.Errorf("%+v: parts of %d bytes, %d are needed", v.Parts, sum, v.NeedBytes)
		}
		for _, p := range want {
			has := slices.Contains(v.Parts, p.Part)
			if is := p.Bytes > 0 && (!p.Mapped || v.Form != store.OnDisk); has != is {
				t.Errorf("%s, %+v: is a part: %v, want %v", v.Form, p, has, is)
			}
		}
		if len(v.Parts) > 2+len(want) {
			t.Errorf("%d parts of %s", len(v.Parts), names)
		}
	}
	if len(forms) < 3 {
		t.Errorf("drew the forms %v alone", forms)
	}
}
