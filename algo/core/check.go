package core

import (
	"context"
	"errors"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// A Violation describes what is wrong with a family of disjoint cliques.
type Violation struct {
	// Clique is the number of the first wrong clique, from 0; the number of cliques if another one is left over.
	Clique int64
	// Why describes the violation, together with Pages.
	Why   string
	Pages []graph.Node
}

// CheckBytes are the arrays that [Check] keeps of a graph of n nodes beside [Bytes].
func CheckBytes(n int) int64 { return int64(n)/4 + 16 }

// Check checks whether cliques form a family like that of [Core.Disjoint], in any order. next returns the cliques,
// and false at the end. They must have the shape, and be complete and in the core. No two may share a fan or a
// center, and no clique may be left among unused fans and centers. Check returns the first violation, or nil, and
// the number of fans whose last test was abandoned. It uses up the core.
func (c *Core) Check(ctx context.Context, next func() (Clique, bool, error)) (*Violation, int64, error) {
	m := alloc.Maker{Space: c.o.Space}
	words := (len(c.fans.live) + 63) / 64
	k := &checker{c: c, used: [2]bitset.Set{alloc.From[uint64](&m, words), alloc.From[uint64](&m, words)}}
	if m.Err != nil {
		return nil, 0, m.Err
	}
	n := int64(0)
	for ; ; n++ {
		q, more, err := next()
		if err == nil && n%1024 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return nil, 0, err
		}
		if !more {
			break
		}
		if v, err := k.one(q); v != nil || err != nil {
			return v.at(n), 0, err
		}
	}
	v, unsure, err := k.left(ctx)
	return v.at(n), unsure, err
}

func (v *Violation) at(clique int64) *Violation {
	if v != nil {
		v.Clique = clique
	}
	return v
}

type checker struct {
	c    *Core
	used [2]bitset.Set // fans, centers
	list []graph.Node
}

// one checks a clique, and uses up its pages.
func (k *checker) one(q Clique) (*Violation, error) {
	if len(q.Fans) != k.c.Fans || len(q.Centers) != k.c.Centers {
		return &Violation{Why: fmt.Sprintf("%d fans and %d centers, want %d and %d", len(q.Fans), len(q.Centers), k.c.Fans, k.c.Centers)}, nil
	}
	if v := k.role(0, "fan", q.Fans, k.c.fans.live); v != nil {
		return v, nil
	}
	if v := k.role(1, "center", q.Centers, k.c.heads.live); v != nil {
		return v, nil
	}
	for _, u := range q.Fans {
		var err error
		if k.list, err = k.c.fans.g.AppendSucc(k.list[:0], u); err != nil {
			return nil, err
		}
		links := make(map[graph.Node]bool, len(k.list))
		for _, v := range k.list {
			links[v] = v != u
		}
		for _, v := range q.Centers {
			if !links[v] {
				return &Violation{Why: "there is no link from the first to the second page", Pages: []graph.Node{u, v}}, nil
			}
		}
	}
	return nil, nil //nolint:nilnil // nothing is wrong
}

// role checks the fans or the centers of a clique.
func (k *checker) role(role int, name string, pages []graph.Node, live []uint8) *Violation {
	for _, u := range pages {
		why := ""
		switch {
		case int64(u) >= int64(len(live)):
			why = "there is no such page"
		case k.used[role].Has(int(u)):
			why = "it is a " + name + " twice"
		case live[u] == 0:
			why = "it is no " + name + " of the core"
		default:
			k.used[role].Add(int(u))
			live[u] = 0
			continue
		}
		return &Violation{Why: why, Pages: []graph.Node{u}}
	}
	return nil
}

// errFound ends a search that found something.
var errFound = errors.New("found")

// left searches for a clique of unused pages.
func (k *checker) left(ctx context.Context) (v *Violation, unsure int64, err error) {
	got, err := k.c.Disjoint(ctx, func(q Clique) error {
		v = &Violation{Why: "one more clique is left, of these fans and centers", Pages: append(append([]graph.Node(nil), q.Fans...), q.Centers...)}
		return errFound
	}, Keep[DisjointState]{})
	if errors.Is(err, errFound) {
		err = nil
	}
	return v, got.Cut, err
}
