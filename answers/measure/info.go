package measure

import (
	"io/fs"
	"path/filepath"

	"weft/graph"
	"weft/livecrawl/folder"
	"weft/store"
)

// GetInfo returns what a crawl is. For a bare graph that takes a pass over its lists.
func GetInfo(c *store.Crawl) (Info, error) {
	info := Info{Path: c.Path, Order: store.ByInput, Names: c.HasNames(), HasBack: c.ScanBack(graph.Range{}) != nil}
	var err error
	if m := c.Manifest; m != nil {
		info.Counts, info.Order, info.GraphID, info.Steps = m.Counts, m.Order, m.GraphID, withRuns(c.Path, m.Steps)
		if info.DiskSize, err = diskSize(c.Path); err == nil {
			err = info.leaveOutNoHost(c)
		}
	} else {
		info.Counts, err = countBare(c)
	}
	if asked := info.Pages - info.Ghosts; asked > 0 {
		info.MeanOut = float64(info.Arcs) / float64(asked)
	}
	return info, err
}

// leaveOutNoHost takes the group of the pages whose names are no URLs, which a crawl counts as one, from the hosts and
// the domains.
func (info *Info) leaveOutNoHost(c *store.Crawl) error {
	if !info.Names || info.Hosts == 0 {
		return nil
	}
	hosts, err := c.Hosts()
	if err != nil {
		return err
	}
	first, err := FirstHost(hosts)
	info.Hosts, info.Domains = info.Hosts-first, info.Domains-first
	return err
}

func countBare(c *store.Crawl) (store.Counts, error) {
	g := c.Graph()
	n := store.Counts{
		Pages: g.NumNodes(), Unknown: g.NumNodes(), Arcs: g.NumArcs(), Measured: g.NumArcs(), GraphBits: g.SizeBits(),
	}
	if n.Arcs > 0 {
		n.BitsPerArc = float64(n.GraphBits) / float64(n.Arcs)
		n.Kinds = map[string]int64{"link": n.Arcs}
	}
	cur := g.Scan(graph.Everything(g))
	for u, succ := range graph.Lists(cur) {
		if len(succ) == 0 {
			n.Dangling++
		}
		for _, v := range succ {
			if v == u {
				n.SelfLoops++
			}
		}
	}
	return n, cur.Err()
}

// withRuns puts the runs of a live crawl before the steps of its snapshot, as another command than the crawl may have made
// the snapshot. The last run is left out if it made the snapshot.
func withRuns(path string, steps []store.Step) []store.Step {
	dir, live := folder.Of(path)
	if !live || len(steps) == 0 {
		return steps
	}
	f, err := folder.Read(dir)
	if err != nil { // the snapshot can be read without it
		return steps
	}
	var all []store.Step
	for i, r := range f.Runs {
		if r.Command != "" && (i < len(f.Runs)-1 || r.Command != steps[0].Command) {
			all = append(all, store.Step{Command: r.Command, Version: r.Version, Time: r.Began})
		}
	}
	return append(all, steps...)
}

// diskSize returns the size of the files of a crawl. Results and reports are left out: a report would count them from the
// second time on.
func diskSize(dir string) (int64, error) {
	total := int64(0)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (path == filepath.Join(dir, store.ResultsDir) || path == filepath.Join(dir, store.ReportDir)) {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}
