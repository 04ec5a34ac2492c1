package measure

import (
	"context"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/internal/digits"
	"weft/store"
)

var infoQuestion = answer.Question{
	Name: "info", Short: "Show pages, arcs, hosts and origin of a crawl",
	Long:  "Show what a crawl, or a BVGraph, holds: its pages by state, its arcs by kind, and the commands that made it.",
	Own:   []string{"view", "kinds", "output"},
	Gives: []answer.Answer{Info{}},
	New:   func() answer.Asker { return askInfo{} },
}

type askInfo struct{}

func (askInfo) Flags(answer.Flags) {}
func (askInfo) Check() error       { return nil }

func (askInfo) Plan(_ context.Context, c *store.Crawl, _ answer.Options) (answer.Work, error) {
	return answer.Work{Do: func() (answer.Answer, error) { return answer.Got(GetInfo(c)) }}, nil
}

// Kept is nothing: it is the crawl itself.
func (Info) Kept() answer.Kept { return answer.Kept{} }

// Blocks are the counts, and the steps in which the crawl was made.
func (info Info) Blocks() []answer.Block {
	var all []answer.Block
	row := func(label, format string, args ...any) { all = append(all, answer.Row(label, format, args...)) }
	count := func(label string, n int) { row(label, "%s", digits.Grouped(n)) }
	count("pages", info.Pages)
	for _, s := range []struct {
		name string
		n    int
	}{{"fetched", info.Fetched}, {"ghosts", info.Ghosts}, {"redirected", info.Redirected}, {"failed", info.Failed}, {"excluded", info.Excluded}, {"unknown", info.Unknown}} {
		if s.n > 0 {
			count("  "+s.name, s.n)
		}
	}
	row("arcs", "%s", digits.Grouped(info.Arcs))
	for k := kinds.Set(1); k <= kinds.All; k <<= 1 {
		if n := info.Kinds[k.String()]; n > 0 && n < info.Arcs {
			row("  "+k.String(), "%s", digits.Grouped(n))
		}
	}
	row("self-loops", "%s", digits.Grouped(info.SelfLoops))
	dangling := "fetched, and no arc leads from them"
	if info.Unknown > 0 {
		dangling = "fetched or unknown, and no arc leads from them"
		all = append(all, answer.Advise("mind", "%s may have been fetched or not: for a list of links, weft import INPUT {output} CRAWL {fetched} FILE names the fetched pages", digits.Plural(info.Unknown, "page")))
	}
	row("dangling", "%s %s", digits.Grouped(info.Dangling), dangling)
	if info.Names {
		count("hosts", info.Hosts)
		count("domains", info.Domains)
		row("order", "%s", info.Order)
	} else {
		row("names", "none")
	}
	if info.Anchors > 0 {
		row("anchor texts", "%s", digits.Grouped(info.Anchors))
	}
	if info.Arcs > 0 {
		row("bits per arc", "%.3f", info.BitsPerArc)
	}
	if info.DiskSize > 0 {
		row("on disk", "%s", digits.Size(info.DiskSize))
	}
	for _, s := range info.Steps {
		row("made by", "%s", s.Command)
		row("", "weft %s, %s", s.Version, s.Time.Format("2006-01-02 15:04:05 UTC"))
	}
	return all
}
