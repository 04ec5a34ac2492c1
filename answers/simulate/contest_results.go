package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"weft/graph"
	"weft/internal/splitmix"
)

// Tracks holds the finished crawls of a contest, in memory or in a file to continue from: see lines.
type Tracks struct {
	lines
	list []Track
	done map[crawlOf]int // where they stand in list
}

// A crawlOf names a crawl of a contest.
type crawlOf struct {
	strategy string
	set      int
}

func (t *Track) of() crawlOf { return crawlOf{t.Strategy, t.Set} }

// contestHeader is the first line of a file of tracks.
type contestHeader struct {
	Contest    int     `json:"contest"` // version
	Links      string  `json:"links"`   // digests
	Groups     string  `json:"groups"`
	Points     string  `json:"points"`
	Pages      int     `json:"pages"`
	Arcs       int64   `json:"arcs"`
	Limit      int     `json:"limit"`
	Alpha      float64 `json:"alpha"`
	Iterations int     `json:"iterations"`
	Seed       uint64  `json:"random_seed"`
}

func (h contestHeader) unlike(want contestHeader) error {
	return unlike([]differing{
		{"version", h.Contest, want.Contest},
		{"pages", h.Pages, want.Pages},
		{"arcs", h.Arcs, want.Arcs},
		{"links", h.Links, want.Links},
		{"groups of pages", h.Groups, want.Groups},
		{"limit of pages", h.Limit, want.Limit},
		{"points", h.Points, want.Points},
		{"alpha", h.Alpha, want.Alpha},
		{"iterations", h.Iterations, want.Iterations},
		{"random seed", h.Seed, want.Seed},
	})
}

func (c *Contest) header() contestHeader {
	_, succ := c.Graph.Rows()
	starts := make([]uint32, c.Graph.NumNodes())
	for u := range starts {
		starts[u] = uint32(len(c.Graph.Succ(graph.Node(u)))) //nolint:gosec // as many as pages at most
	}
	return contestHeader{
		Contest: 1, Links: digest(succ) + digest(starts), Groups: digest(c.Groups), Points: digest(c.Points) + digest(c.Fidelity),
		Pages: c.Graph.NumNodes(), Arcs: c.Graph.NumArcs(), Limit: c.Limit, Alpha: c.Alpha, Iterations: c.Iterations, Seed: c.Seed,
	}
}

// digest tells lists apart; "" of none.
func digest[T ~uint32 | ~int](list []T) string {
	if len(list) == 0 {
		return ""
	}
	h := uint64(len(list))
	for _, x := range list {
		h = splitmix.Mix(h ^ uint64(x)*splitmix.Golden) //nolint:gosec // not negative
	}
	return fmt.Sprintf("%016x", h)
}

// OpenTracks opens or makes the file of a contest; without a path there is no file. It refuses a file of another
// contest, and a file to which another process writes. Strategies and sets may differ. The scores of a strategy,
// and the seeds of a set, must be the same.
func OpenTracks(path string, c *Contest) (*Tracks, error) {
	t := &Tracks{lines: lines{path: path, of: "a contest of strategies"}, done: map[crawlOf]int{}}
	if err := c.setDefaults(); err != nil || path == "" {
		return t, err
	}
	h := c.header()
	if err := t.open(h, func(n int, text []byte) error { return t.line(n, text, h, c) }); err != nil {
		return nil, err
	}
	return t, nil
}

// Key describes everything on which the tracks of a contest depend, except strategies and seeds, which have keys
// of their own. The contest must be ready to run.
func (c *Contest) Key() (string, error) {
	if err := c.setDefaults(); err != nil {
		return "", err
	}
	text, err := json.Marshal(c.header())
	return string(text), err
}

// Take adds tracks of a contest with the same key, except tracks of other seeds or scores. It returns the number
// added.
func (t *Tracks) Take(c *Contest, tracks []Track) int {
	for i := range tracks {
		if c.check(&tracks[i]) == nil {
			t.put(&tracks[i])
		}
	}
	return len(t.Of(c))
}

// line reads a line of the file.
func (t *Tracks) line(n int, text []byte, want contestHeader, c *Contest) error {
	if n == 1 {
		var got contestHeader
		if err := json.Unmarshal(text, &got); err != nil {
			return fmt.Errorf("not about a comparison: %w", err)
		}
		if got != want {
			return fmt.Errorf("of another comparison: %w: choose another file", got.unlike(want))
		}
		return nil
	}
	var x Track
	if err := json.Unmarshal(text, &x); err != nil {
		return fmt.Errorf("not a crawl: %w", err)
	}
	if err := c.check(&x); err != nil {
		return err
	}
	t.put(&x)
	return nil
}

// check refuses what is no crawl of a contest; crawls by other strategies and from other sets are ignored.
func (c *Contest) check(x *Track) error {
	if x.Set >= 0 && x.Set < len(c.Starts) && x.Seeds != digest(c.Starts[x.Set]) {
		return fmt.Errorf("set %d has other seeds: choose another file", x.Set)
	}
	if i := slices.IndexFunc(c.Entrants, func(e Entrant) bool { return e.Name == x.Strategy }); i >= 0 && c.Entrants[i].ID != x.ID {
		return fmt.Errorf("strategy %s had other scores: choose another file", x.Strategy)
	}
	if come := slices.IndexFunc(c.Points, func(p int) bool { return p > x.End.Pages }); come >= 0 && come != len(x.Marks) || come < 0 && len(x.Marks) != len(c.Points) {
		return fmt.Errorf("not a crawl: %d marks on the way to %d pages", len(x.Marks), x.End.Pages)
	}
	for i, m := range x.Marks {
		if i >= len(c.Points) || m.Pages != c.Points[i] || m.Pages > x.End.Pages {
			return fmt.Errorf("not a crawl: mark %d is at %d pages", i+1, m.Pages)
		}
		if slices.Contains(c.Fidelity, m.Pages) != (m.Fidelity != nil) {
			return fmt.Errorf("not a crawl: unexpected fidelity at %d pages", m.Pages)
		}
	}
	return nil
}

// put keeps a track; a copy of one says nothing new, as a crawl depends on nothing else.
func (t *Tracks) put(x *Track) {
	if _, has := t.done[x.of()]; !has {
		t.done[x.of()] = len(t.list)
		t.list = append(t.list, *x)
	}
}

// Run makes the missing crawls, records them, and returns all crawls of the contest in its order. If it fails, it
// returns the finished crawls. note receives the numbers of finished crawls and of all crawls, first at the start
// and then after each crawl.
func (t *Tracks) Run(ctx context.Context, c *Contest, note func(done, total int64)) ([]Track, error) {
	had := map[crawlOf]bool{} // a copy, because the crawls are read while others are added
	for of := range t.done {
		had[of] = true
	}
	done, total := int64(len(t.Of(c))), int64(c.Crawls())
	note(done, total)
	err := c.Run(ctx, func(strategy string, set int) bool { return had[crawlOf{strategy, set}] }, func(x *Track) error {
		t.put(x)
		if err := t.add(x); err != nil {
			return err
		}
		done++
		note(done, total)
		return nil
	})
	return t.Of(c), err
}

// Of returns the crawls of a contest that are done, in its order: by set, then by strategy.
func (t *Tracks) Of(c *Contest) []Track {
	var all []Track
	for set := range c.Starts {
		for _, e := range c.Entrants {
			if i, has := t.done[crawlOf{e.Name, set}]; has {
				all = append(all, t.list[i])
			}
		}
	}
	return all
}
