package trap

// A table is a map with a bounded number of entries, in two generations. When the younger generation has half of the
// permitted entries, the table drops the older one. Both put and get move an entry to the younger generation.
type table[V any] struct {
	half       int
	young, old map[uint64]V
}

func newTable[V any](most int) table[V] {
	return table[V]{half: max(most/2, 1), young: map[uint64]V{}, old: map[uint64]V{}}
}

func (t *table[V]) get(key uint64) (V, bool) {
	if v, ok := t.young[key]; ok {
		return v, true
	}
	v, ok := t.old[key]
	if ok {
		t.put(key, v)
	}
	return v, ok
}

// look returns an entry, or the zero value, and leaves the entry in its generation.
func (t *table[V]) look(key uint64) V {
	if v, ok := t.young[key]; ok {
		return v
	}
	return t.old[key]
}

func (t *table[V]) put(key uint64, v V) {
	if _, ok := t.young[key]; !ok && len(t.young) >= t.half {
		t.old, t.young = t.young, make(map[uint64]V)
	}
	t.young[key] = v
}
