package main

import (
	"io"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/mem"
)

// A plan is the output of --plan: how a command would make a crawl. The keys mean the same for every command.
//
//json:object plan
type plan struct {
	Groups int   `json:"groups,omitempty"` // groups that the command would make
	Arcs   int64 `json:"arcs,omitempty"`   // estimate of the arcs that the command would make
	// how the graph is read: memory, scratch, stream or disk; a sentence where no graph is read
	Form   string     `json:"form"`
	Need   int64      `json:"need"`   // memory that the work requires, bytes
	Parts  []mem.Part `json:"parts"`  // the parts of that memory
	Memory int64      `json:"memory"` // memory budget, bytes
	Passes string     `json:"passes"` // files that the work reads, and how often
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
