package answer

import (
	"cmp"

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

	how [][]Figure
}

// MakePlan plans stages. A budget that cannot be kept is a *mem.ShortError.
func MakePlan(c *store.Crawl, name string, memory int64, stages []Stage) (*Plan, error) {
	p := &Plan{Memory: memory}
	most := int64(0)
	for _, s := range stages {
		p.Planned = Planned{Measure: s.View.What, Crawl: pathOf(s.Of), Form: s.Form, Choices: s.Extra, Parts: s.Need.Parts(), Passes: s.Passes}
		if s.Form == "" {
			v, err := cmp.Or(s.Of, c).Plan(s.View)
			if err != nil {
				return nil, err
			}
			p.Form, p.Parts = v.Form, v.Parts
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
	if p.Stages == nil {
		all = append(all, Row("passes", "%s", p.Passes))
	}
	return all
}

// NeedBlocks returns the report of a need for people.
func NeedBlocks(need int64, parts []mem.Part) []Block {
	all := []Block{Row("need", "%s", digits.Size(need))}
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
