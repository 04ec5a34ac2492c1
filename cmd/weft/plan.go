package main

import (
	"io"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/mem"
)

// A plan is what --plan prints of what makes a crawl: how it would do its work. The keys mean the same for every command.
type plan struct {
	// Groups and Arcs are how many would be made, where that is known.
	Groups int   `json:"groups,omitempty"`
	Arcs   int64 `json:"arcs,omitempty"`
	// Form is one of store.InMemory, Unpacked, Streamed and OnDisk; or a sentence, where no crawl is seen as a view.
	Form   string     `json:"form"`
	Need   int64      `json:"need"`   // bytes
	Parts  []mem.Part `json:"parts"`  // what takes them
	Memory int64      `json:"memory"` // the budget, in bytes
	Passes string     `json:"passes"`
}

// printPlanned prints a plan within the budget.
func (a *app) printPlanned(p plan) error {
	p = a.planned(p)
	return a.print(p, func(w io.Writer) {
		if p.Groups > 0 {
			row(w, "groups", "%s", grouped(p.Groups))
		}
		if p.Arcs > 0 {
			row(w, "arcs", "about %s", grouped(p.Arcs))
		}
		printForm(w, p.Form)
		printBudget(w, p)
	})
}

func printForm(w io.Writer, form string) {
	row(w, "form", "%s", answer.FormText(form))
}

// planned adds up what takes memory.
func (a *app) planned(p plan) plan {
	p.Need, p.Memory = mem.Sum(p.Parts), a.budget
	return p
}

func printBudget(w io.Writer, p plan) {
	answer.Print(w, answer.NeedBlocks(p.Need, p.Parts), flagOf)
	row(w, "budget", "%s", digits.Size(p.Memory))
	row(w, "passes", "%s", p.Passes)
}
