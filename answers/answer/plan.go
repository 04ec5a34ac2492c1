package answer

import (
	"cmp"
	"slices"

	"weft/internal/digits"
	"weft/internal/mem"
	"weft/store"
)

// A Stage is a part of the work: a view of the crawl, and how often it is read. Its View.What names it, also where
// there is no view.
type Stage struct {
	View   store.ViewOptions
	Of     *store.Crawl // crawl that the stage reads; nil for the crawl of the question
	Passes string
	// Form is a sentence, and Need what is taken beside the process itself, where no crawl is seen as a view.
	Form string
	Need store.Need
	// Scratch is the size of scratch files that the stage maps beside its view, in bytes.
	Scratch int64
	// How are choices that the stage has made, beside the form of the view.
	How []Figure
	// Extra are keys of its own in the plan.
	Extra Choices
}

// Choices are how a ranking is computed.
type Choices struct {
	// direction of a ranking, pull or push; the result is the same to the last bit
	Direction string `json:"direction,omitempty"`
	// for a ranking, share of sampled arcs that lead farther than 65,536 pages; 0 if none were sampled
	Far    *float64 `json:"far_arcs,omitempty"`
	Method string   `json:"method,omitempty"` // iterations of PageRank
}

// A Planned is how a stage would do its work.
//
//json:object stage
type Planned struct {
	Measure string `json:"measure"` // name of the stage's work
	// path of the crawl that the stage reads
	Crawl string `json:"crawl,omitempty" absent:"the stage reads the named crawl"`
	Form  string `json:"form"` // how the graph is read: memory, scratch, stream or disk
	Choices
	Need int64 `json:"need"` // memory that the stage requires, bytes
	// the parts of that memory
	Parts  []mem.Part `json:"parts,omitempty" absent:"of a plan of several stages, which have their own"`
	Passes string     `json:"passes"` // passes over the graph
}

// A Plan is how a question would be answered: by its last stage, for which others may make ready.
//
//json:object plan of a measure
//json:note The keys of the object stage are those of the last stage; `need` is the most that a stage requires.
type Plan struct {
	Planned
	Memory int64     `json:"memory"`                                 // memory budget, bytes
	Stages []Planned `json:"stages,omitempty" absent:"there is one"` // the stages, in order
	Mapped

	how [][]Figure
}

// A Mapped is an upper bound of the mapped files in the resident size of a process. The system takes this memory back
// when it needs it.
//
//json:object mapped files
type Mapped struct {
	// upper bound of mapped files in the resident size, bytes, beside `need`; the system takes this memory back when
	// it needs it
	MappedBytes int64      `json:"mapped"`
	MappedParts []mem.Part `json:"mapped_parts"` // the parts of these bytes
}

// MappedBy adds up the program, the files of crawls, and scratch files of the given size.
func MappedBy(scratch int64, crawls ...*store.Crawl) Mapped {
	files, results := int64(0), int64(0)
	for i, c := range crawls {
		if c != nil && !slices.Contains(crawls[:i], c) {
			f, r := c.MappedBytes()
			files, results = files+f, results+r
		}
	}
	var m Mapped
	for _, p := range []mem.Part{{Name: "the program", Bytes: mem.Program()}, {Name: "files of the crawl", Bytes: files}, {Name: "saved results, if they are read", Bytes: results}, {Name: "scratch files", Bytes: scratch}} {
		if p.Bytes > 0 {
			m.MappedParts = append(m.MappedParts, p)
		}
	}
	m.MappedBytes = mem.Sum(m.MappedParts)
	return m
}

// MappedText describes the bytes of mapped files for people.
func MappedText(bytes int64) string {
	return "up to " + digits.Size(bytes) + " more in resident size; the system takes them back when it needs memory"
}

// Blocks returns the report for people.
func (m *Mapped) Blocks() []Block {
	all := []Block{Row("mapped files", "%s", MappedText(m.MappedBytes))}
	return append(all, partBlocks(m.MappedParts)...)
}

// MakePlan plans stages. A budget that cannot be kept is a *mem.ShortError.
func MakePlan(c *store.Crawl, name string, memory int64, stages []Stage) (*Plan, error) {
	p := &Plan{Memory: memory}
	most, scratch, crawls := int64(0), int64(0), []*store.Crawl{c}
	for _, s := range stages {
		crawls = append(crawls, cmp.Or(s.Of, c))
		scratch += s.Scratch // scratch files live as long as the crawl is open
		p.Planned = Planned{Measure: s.View.What, Crawl: pathOf(s.Of), Form: s.Form, Choices: s.Extra, Parts: s.Need.Parts(), Passes: s.Passes}
		if s.Form == "" {
			v, err := cmp.Or(s.Of, c).Plan(s.View)
			if err != nil {
				return nil, err
			}
			p.Form, p.Parts = v.Form, v.Parts
			scratch += v.ScratchBytes
		} else if err := mem.Check(s.View.What, s.Need.Total(), memory); err != nil {
			return nil, err
		}
		p.Need = mem.Sum(p.Parts)
		most = max(most, p.Need)
		p.Stages = append(p.Stages, p.Planned)
		p.how = append(p.how, s.How)
	}
	if p.Measure, p.Need = name, most; len(stages) == 1 {
		p.Stages = nil
	} else {
		p.Crawl, p.Parts, p.Passes = "", nil, "the passes of the stages"
	}
	p.Mapped = MappedBy(scratch, crawls...)
	return p, nil
}

// pathOf is the path of a crawl, if there is one.
func pathOf(c *store.Crawl) string {
	if c == nil {
		return ""
	}
	return c.Path
}

// forms explain the forms of a view.
var forms = map[string]string{
	store.InMemory: "lists are decoded once and kept in memory",
	store.Unpacked: "lists are decoded once and kept in scratch files",
	store.Streamed: "lists are decoded from the mapped files in each pass",
	store.OnDisk:   "lists are decoded from the mapped files in each pass, and what is kept for each page lies in scratch files",
}

// FormText explains the form of a view; what is no form is said as it is.
func FormText(form string) string {
	if text, ok := forms[form]; ok {
		return text
	}
	return form
}

// Blocks returns the report of a plan for people.
func (p *Plan) Blocks() []Block {
	var all []Block
	for i, s := range p.Stages {
		all = append(all, Row("stage", "%s", s.Measure))
		all = append(all, s.blocks(p.how[i])...)
		all = append(append(all, NeedBlocks(s.Need, s.Parts)...), Row("passes", "%s", s.Passes), Text(""))
	}
	if p.Stages == nil {
		all = p.blocks(p.how[0])
	}
	all = append(append(all, NeedBlocks(p.Need, p.Parts)...), Row("budget", "%s", digits.Size(p.Memory)))
	all = append(all, p.Mapped.Blocks()...)
	if p.Stages == nil {
		all = append(all, Row("passes", "%s", p.Passes))
	}
	return all
}

// NeedBlocks returns the report of a need for people.
func NeedBlocks(need int64, parts []mem.Part) []Block {
	return append([]Block{Row("need", "%s", digits.Size(need))}, partBlocks(parts)...)
}

func partBlocks(parts []mem.Part) (all []Block) {
	for _, p := range parts {
		all = append(all, Row("", "%9s  %s", digits.Size(p.Bytes), p.Name))
	}
	return all
}

func (s *Planned) blocks(how []Figure) []Block {
	all := []Block{Row("form", "%s", FormText(s.Form))}
	if s.Crawl != "" {
		all = append([]Block{Row("crawl", "%s", s.Crawl)}, all...)
	}
	for _, f := range how {
		all = append(all, f)
	}
	return all
}
