package similar_test

import (
	"math/rand/v2"
	"testing"

	"weft/web/similar"
)

// With as many tries as there are hashes Find finds one where AppendNear does; with few it ends early.
func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var x similar.Index
	if _, ok := x.Find(1, 10, nil); ok {
		t.Error("something is in an empty index")
	}
	for range 3000 {
		hash := r.Uint64() & r.Uint64() & r.Uint64() // many share parts
		all := x.AppendNear(nil, hash)
		i, ok := x.Find(hash, 3000, nil)
		if ok != (len(all) > 0) || ok && similar.Distance(hash, x.Hash(i)) > similar.Near {
			t.Fatalf("%x: got %d, %v; near are %v", hash, i, ok, all)
		}
		x.Add(hash)
	}
	if i, ok := x.Find(x.Hash(2999), 1, nil); !ok || x.Hash(i) != x.Hash(2999) {
		t.Errorf("the latest is not found first: %d, %v", i, ok)
	}
}
