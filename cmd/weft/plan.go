package main

import (
	"io"

	"weft/answers/answer"
	"weft/internal/digits"
)

// A plan is what --plan prints of what makes a crawl: how it would do its work. The keys mean the same for every command.
type plan struct {
	// Groups and Arcs are how many would be made, where that is known.
	Groups int   `json:"groups,omitempty"`
	Arcs   int64 `json:"arcs,omitempty"`
	// Form is one of store.InMemory, Streamed and OnDisk; or a sentence, where no crawl is seen as a view.
	Form   string `json:"form"`
	Need   int64  `json:"need"`   // bytes
	Memory int64  `json:"memory"` // the budget, in bytes
	Passes string `json:"passes"`
}

// printPlanned prints a plan within the budget.
func (a *app) printPlanned(p plan) error {
	p.Memory = a.budget
	return a.print(p, func(w io.Writer) {
		if p.Groups > 0 {
			row(w, "groups", "%s", grouped(p.Groups))
		}
		if p.Arcs > 0 {
			row(w, "arcs", "about %s", grouped(p.Arcs))
		}
		printForm(w, p.Form)
		printBudget(w, p.Need, p.Memory, p.Passes)
	})
}

func printForm(w io.Writer, form string) {
	row(w, "form", "%s", answer.FormText(form))
}

func printBudget(w io.Writer, need, budget int64, passes string) {
	row(w, "need", "%s", digits.Size(need))
	row(w, "budget", "%s", digits.Size(budget))
	row(w, "passes", "%s", passes)
}
