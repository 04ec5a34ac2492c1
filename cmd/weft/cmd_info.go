package main

import (
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"weft/answers/measure"
	"weft/graph/kinds"
	"weft/internal/digits"
	"weft/store"
)

func (a *app) infoCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "info CRAWL",
		Short:   "Say what a crawl is",
		Long:    "Say what a crawl, or a BVGraph, is: its pages by state, its arcs by kind, and how it was made.",
		Example: made["crawl"] + "  weft info crawl",
		Args:    exactly(1, "a crawl"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.open(args[0], func(c *store.Crawl) error {
				info, err := measure.GetInfo(c)
				if err != nil {
					return err
				}
				return a.print(info, func(w io.Writer) { printInfo(w, info) })
			})
		},
	}
}

func printInfo(w io.Writer, info measure.Info) {
	row(w, "pages", "%s", grouped(info.Pages))
	for _, s := range []struct {
		name string
		n    int
	}{{"fetched", info.Fetched}, {"ghosts", info.Ghosts}, {"redirected", info.Redirected}, {"failed", info.Failed}, {"excluded", info.Excluded}, {"unknown", info.Unknown}} {
		if s.n > 0 {
			row(w, "  "+s.name, "%s", grouped(s.n))
		}
	}
	row(w, "arcs", "%s", grouped(info.Arcs))
	for k := kinds.Set(1); k <= kinds.All; k <<= 1 {
		if n := info.Kinds[k.String()]; n > 0 && n < info.Arcs {
			row(w, "  "+k.String(), "%s", grouped(n))
		}
	}
	row(w, "self-loops", "%s", grouped(info.SelfLoops))
	dangling := "fetched and without arcs"
	if info.Unknown > 0 {
		dangling = "without arcs, and fetched or unknown"
		row(w, "mind", "it is unknown of %s whether anybody fetched them: weft import --fetched tells", digits.Plural(info.Unknown, "page"))
	}
	row(w, "dangling", "%s %s", grouped(info.Dangling), dangling)
	if info.Names {
		row(w, "hosts", "%s", grouped(info.Hosts))
		row(w, "domains", "%s", grouped(info.Domains))
		row(w, "order", "%s", info.Order)
	} else {
		row(w, "names", "none")
	}
	if info.Anchors > 0 {
		row(w, "anchor texts", "%s", grouped(info.Anchors))
	}
	if info.Arcs > 0 {
		row(w, "bits per arc", "%.3f", info.BitsPerArc)
	}
	if info.DiskSize > 0 {
		row(w, "on disk", "%s", digits.Size(info.DiskSize))
	}
	for _, s := range info.Steps {
		row(w, "made by", "%s", s.Command)
		row(w, "", "weft %s, %s", s.Version, s.Time.Format("2006-01-02 15:04:05 UTC"))
	}
}

// sortedNotes ranges over notes by name.
func sortedNotes(notes map[string]int64) iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		for _, k := range slices.Sorted(maps.Keys(notes)) {
			if !yield(k, notes[k]) {
				return
			}
		}
	}
}
