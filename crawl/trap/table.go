package trap

// A table is a map that forgets: it holds two generations, and when the younger has half of what is allowed, the older one is
// dropped. What is put, or was got, belongs to the younger.
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

// look is get without a trace.
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
