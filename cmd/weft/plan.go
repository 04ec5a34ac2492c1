package main

import (
	"io"

	"weft/internal/digits"
	"weft/store"
)

// A plan is what --plan prints: how a command would do its work. The keys mean the same for every command.
type plan struct {
	Measure string `json:"measure,omitempty"`
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

// forms explain the forms of a view.
var forms = map[string]string{
	store.InMemory: "lists are decoded once and kept in memory",
	store.Streamed: "lists are decoded from the mapped files in each pass",
	store.OnDisk:   "lists are decoded from the mapped files in each pass, and what is kept for each page lies in scratch files",
}

func printForm(w io.Writer, form string) {
	if text, ok := forms[form]; ok {
		form = text
	}
	row(w, "form", "%s", form)
}

func printBudget(w io.Writer, need, budget int64, passes string) {
	row(w, "need", "%s", digits.Size(need))
	row(w, "budget", "%s", digits.Size(budget))
	row(w, "passes", "%s", passes)
}
