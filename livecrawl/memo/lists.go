package memo

import (
	"cmp"
	"maps"
	"slices"

	"weft/crawl"
	"weft/internal/inert"
	"weft/livecrawl/folder"
)

// A List is a text file in the folder of a crawl that lists pages, a line each.
type List struct {
	File string
	Some bool // there is something to list; else there is no such file
	// Each calls line with the words and pages of each line.
	Each func(line func(parts ...any) error) error
}

// Lists returns the lists of a crawl, as they stand at the end of a run.
func (t *Trackers) Lists() []List {
	all := []List{t.near.listed(), t.parts.listed(), t.shells.listed(), t.doubts.listed()}
	if t.waits != nil {
		all = append(all, t.waits.listed())
	}
	return all
}

// listed lists URL, the other URL, and in how many bits of 64 their prints differ.
func (x *nearPages) listed() List {
	return List{folder.NearFile, len(x.list) > 0, func(line func(...any) error) error {
		for _, n := range x.list {
			if err := line(n.Page, n.Like, n.Distance); err != nil {
				return err
			}
		}
		return nil
	}}
}

// listed lists URL and reason.
func (x *parts) listed() List {
	return List{folder.PartsFile, len(x.of) > 0, func(line func(...any) error) error {
		pages := slices.SortedFunc(maps.Keys(x.of), func(a, b crawl.Page) int { return cmp.Compare(a, b) })
		for _, p := range pages {
			if err := line(p, x.of[p].Why.String()); err != nil {
				return err
			}
		}
		return nil
	}}
}

// listed lists URLs.
func (x *shells) listed() List {
	return List{folder.ShellsFile, len(x.of) > 0, func(line func(...any) error) error {
		for _, p := range slices.Sorted(maps.Keys(x.of)) {
			if err := line(p); err != nil {
				return err
			}
		}
		return nil
	}}
}

// listed lists rule and URL.
func (d *doubts) listed() List {
	some := slices.ContainsFunc(d.held.order, func(h *heldHost) bool {
		return slices.ContainsFunc(h.groups, func(g *heldGroup) bool { return len(g.pages) > 0 })
	})
	return List{folder.CutFile, some, func(line func(...any) error) error {
		for _, h := range d.held.order {
			for _, g := range h.groups {
				for _, p := range g.pages {
					if err := line(g.rule, p); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}}
}

// listed lists URL, and why the page was not had.
func (x *waits) listed() List {
	return List{folder.WaitingFile, x.Waiting().Pages > 0, func(line func(...any) error) error {
		return x.Each(func(p crawl.Page, reason string) error { return line(p, inert.Text(reason)) })
	}}
}
