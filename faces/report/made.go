package report

import (
	"maps"
	"slices"
	"strings"

	"weft/store"
)

// mostInputs bounds the inputs of a step that are listed one by one.
const mostInputs = 12

type madeView struct {
	card
	Facts []row
	Bad   string
	Steps []stepView
	Hows  []howView
	// Folded says that Hows is folded as a whole, in a small report.
	Folded bool
	Cite   string
}

type stepView struct {
	Command, Version, Time, Seed string
	Inputs                       []inputView
	More                         string
	Notes                        []row
}

type inputView struct{ Path, Name, Format, Size, Records, Bad, Sum, FullSum string }

// made tells where the crawl comes from.
func (b *builder) made() {
	info := b.data.Info
	v := &madeView{Facts: []row{{"Crawl", info.Path}, {"Order of pages", order(info.Order, info.Hosts > 0)}}}
	if info.GraphID != "" {
		v.Facts = append(v.Facts, row{"Graph", checksum(info.GraphID)})
	}
	if info.DiskSize > 0 {
		v.Facts = append(v.Facts, row{"On disk", size(info.DiskSize)})
	}
	if bits := bitsPerArc(&info); bits != "" {
		v.Facts = append(v.Facts, row{"Compression", bits})
	}
	if info.TransBitsPA > 0 {
		v.Facts = append(v.Facts, row{"Transposed", fixed(info.TransBitsPA, 2) + " bits per arc"})
	}
	if info.HasBack {
		v.Facts = append(v.Facts, row{"Transpose", "stored with the graph"})
	}
	var records, bad int64
	for _, s := range info.Steps {
		v.Steps = append(v.Steps, newStep(s))
		for _, in := range s.Inputs {
			records, bad = records+in.Records, bad+in.Bad
		}
	}
	v.Bad = badRecords(records, bad)
	how := append(definitions(&info, &fates{archive: store.OfArchives(info.Steps)}),
		"weft writes each step that made or changed the crawl to the manifest weft.json. A record is a unit of the input: "+
			"a response of an archive, or a line of a list. Bad records are skipped; the import log lists them with their offsets.",
		"Checksums are SHA-256, shortened to twelve digits; the manifest holds them in full. Saved results carry the checksum of their graph, and weft refuses results of another graph.",
	)
	v.card = b.card("made", "How it was made", how)
	v.Folded = b.Small
	v.Hows, v.Cite = b.hows, b.citation("#fig-NAME")
	b.Made = v
}

func order(o string, hosts bool) string {
	switch o {
	case store.ByName:
		if !hosts {
			return "by name"
		}
		return "by name: the pages of a host or a domain are consecutive"
	case store.ByInput, "":
		return "as in the input"
	}
	return o
}

func badRecords(records, bad int64) string {
	switch {
	case records == 0 && bad == 0:
		return ""
	case bad == 0 && records == 1:
		return "The only record could be read."
	case bad == 0:
		return "All " + plural(records, "record") + " could be read."
	case bad == 1:
		return "1 of " + plural(records, "record") + " was bad (" + share(bad, records) + ") and skipped."
	}
	return count(bad) + " of " + plural(records, "record") + " were bad (" + share(bad, records) + ") and skipped."
}

func newStep(s store.Step) stepView {
	v := stepView{Command: s.Command, Version: s.Version, Time: when(s.Time)}
	if s.Seed != 0 {
		v.Seed = value(s.Seed)
	}
	for _, in := range s.Inputs[:min(len(s.Inputs), mostInputs)] {
		v.Inputs = append(v.Inputs, inputView{
			Path: in.Path, Name: tail(in.Path), Format: in.Format, Size: size(in.Bytes), Records: count(in.Records),
			Bad: count(in.Bad), Sum: checksum(in.SHA256), FullSum: in.SHA256,
		})
	}
	if rest := s.Inputs[len(v.Inputs):]; len(rest) > 0 {
		v.More = moreInputs(rest)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Notes)) {
		v.Notes = append(v.Notes, row{strings.ReplaceAll(name, "_", " "), count(s.Notes[name])})
	}
	return v
}

// tail returns the last element of a path, of either kind of slash.
func tail(path string) string {
	if i := strings.LastIndexAny(strings.TrimRight(path, `/\`), `/\`); i >= 0 {
		return path[i+1:]
	}
	return path
}

func moreInputs(rest []store.Input) string {
	var bytes, records, bad int64
	for _, in := range rest {
		bytes, records, bad = bytes+in.Bytes, records+in.Records, bad+in.Bad
	}
	return "and " + plural(len(rest), "file") + " more: " + size(bytes) + ", " + plural(records, "record") + ", " + count(bad) + " bad"
}
