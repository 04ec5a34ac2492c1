package papers

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"weft/answers/seeds"
	"weft/graph/random"
	"weft/internal/mem"
	"weft/making/generate"
	"weft/store"
)

// A Time says how long seeds took on a made Web.
//
//json:object time of a seed
type Time struct {
	Pages   int     `json:"pages"`              // pages
	Arcs    int64   `json:"arcs_after_pruning"` // arcs that count
	Seeds   int     `json:"seeds"`              // seeds
	Seconds float64 `json:"seconds_per_seed"`   // time for one seed, s
}

// timedSeeds is how many seeds are found to time one.
const timedSeeds = 5

// degree is the mean number of arcs of a page in a generated Web; UK-2002 has 16.
const degree = 16

// Make makes the crawl of a generated Web of the given number of pages, in place of a real one.
func Make(ctx context.Context, path string, pages int, o Options) error {
	web, err := random.NewWeb(random.WebOptions{Pages: pages, Degree: degree, Seed: o.Seed})
	if err != nil {
		return err
	}
	_, err = generate.Run(ctx, generate.Options{
		Model:  web,
		Degree: degree,
		Seed:   o.Seed,
		DraftOptions: store.DraftOptions{
			Output:   path,
			Memory:   o.Memory,
			Workers:  o.Workers,
			Progress: o.Note,
			Now:      time.Now().UTC().Truncate(time.Second),
		},
	})
	return err
}

// times finds seeds on made Webs of several sizes.
func (r *run) times() error {
	for _, pages := range r.Sizes {
		mem.Release()
		t, err := r.time(pages)
		if err != nil {
			return err
		}
		r.r.Times = append(r.r.Times, t)
	}
	if n := len(r.r.Times); n > 1 {
		r.r.Slope = slope(r.r.Times)
	}
	return nil
}

func (r *run) time(pages int) (t Time, err error) {
	path := filepath.Join(r.Scratch, "web"+strconv.Itoa(pages))
	defer os.RemoveAll(path) //nolint:errcheck // in a folder for scratch files
	if err := Make(r.ctx, path, pages, r.Options); err != nil {
		return t, err
	}
	c, err := store.Open(path)
	if err != nil {
		return t, err
	}
	defer c.Close() //nolint:errcheck // nothing was written
	filter, err := c.NewFilter(r.ctx, store.BetweenHosts, nil, r.Memory)
	if err != nil {
		return t, err
	}
	q := r.request(filter, timedSeeds, paperMaxHubs)
	v, err := r.view(c, q)
	if err != nil {
		return t, err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	q.Work = v.Work(r.Workers)
	begin := time.Now()
	found, err := seeds.Find(r.ctx, v.Out, v.In, q.Options)
	if err != nil {
		return t, err
	}
	t = Time{Pages: pages, Arcs: v.Out.NumArcs(), Seeds: len(found.Seeds)}
	t.Seconds = time.Since(begin).Seconds() / float64(max(len(found.Rounds), 1))
	return t, nil
}

// slope fits log seconds to log arcs by least squares: 1 is linear.
func slope(times []Time) float64 {
	var x, y, xx, xy float64
	n := float64(len(times))
	for _, t := range times {
		a, s := math.Log(float64(max(t.Arcs, 1))), math.Log(max(t.Seconds, 1e-9))
		x, y, xx, xy = x+a/n, y+s/n, xx+a*a/n, xy+a*s/n
	}
	if xx <= x*x {
		return 0
	}
	return (xy - x*y) / (xx - x*x)
}
