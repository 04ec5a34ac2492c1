package chance

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/store"
)

// A report draws only reportedDraws random graphs, with reportedSwaps steps per arc, if there are at most mostReported
// arcs. They take about a tenth of the time of the report. With half the
// steps, the graphs of ordinary crawls still resembled them.
const (
	reportedDraws = 5
	reportedSwaps = 10
	mostReported  = 30_000
)

// askedByReport asks for the result that the command kept, else for a few draws of a small graph.
type askedByReport struct{ asked }

// Plan implements answer.Asker.
func (q *askedByReport) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	arcs, err := o.Arcs()
	if err != nil {
		return answer.Work{}, err
	}
	kept, err := best(c, arcs, o.Warn)
	if err != nil {
		return answer.Work{}, err
	}
	if kept != nil {
		return told(&reported{kept, c.Path}), nil
	}
	if m := c.Graph().NumArcs(); m > mostReported {
		return told(&tooLarge{m, c.Path}), nil
	}
	q.asked = asked{draws: reportedDraws, swaps: reportedSwaps}
	w, err := q.asked.Plan(ctx, c, o)
	do := w.Do
	w.Do = func() (answer.Answer, error) {
		got, err := do()
		if r, is := got.(*Chance); is {
			got = &reported{r, c.Path}
		}
		return got, err
	}
	return w, err
}

// best returns the kept result with the most random graphs, and of these with the most steps; nil if none is kept. It warns
// of unusable results, such as results of another graph.
func best(c *store.Crawl, arcs kinds.Set, warn func(string)) (most *Chance, err error) {
	saved, err := answer.SavedOptions(c, "chance", arcs)
	if err != nil {
		return nil, err
	}
	for _, options := range saved {
		kept := new(Chance)
		found, err := answer.SavedFigures(c, "chance", arcs, kept, options...)
		switch {
		case errors.Is(err, store.ErrCorrupt):
			return nil, err
		case err != nil:
			warn("a kept comparison with chance is not used: " + err.Error())
		case found && (most == nil || cmp.Or(cmp.Compare(kept.Draws, most.Draws), cmp.Compare(kept.Swaps, most.Swaps)) > 0):
			most = kept
		}
	}
	return most, nil
}

// told is work that is done.
func told(a answer.Answer) answer.Work {
	return answer.Work{Do: func() (answer.Answer, error) { return a, nil }}
}

// reported is a result of a report, which keeps nothing: it is kept already, or has fewer draws than the command.
type reported struct {
	*Chance
	path string // of the crawl
}

// Blocks implements answer.Answer.
func (r *reported) Blocks() []answer.Block {
	all := slices.DeleteFunc(r.Chance.Blocks(), func(b answer.Block) bool { // a report has no options
		_, is := b.(answer.Advice)
		return is || r.undecided() && b == answer.Block(answer.Text(r.few()))
	})
	if text, draws, swaps := r.more(); draws > r.Draws || swaps > r.Swaps {
		command := option.Errorf("weft chance %s", option.Word(r.path))
		if draws != usualDraws {
			command = option.Errorf("%w {draws} %d", command, draws)
		}
		if swaps != usualSwaps {
			command = option.Errorf("%w {swaps} %d", command, swaps)
		}
		all = append(all, answer.Advise("", "%s Run %w: the next report shows its result.", text, command))
	} else if text != "" {
		all = append(all, answer.Text(text))
	}
	return all
}

// more returns a text on open questions, and the number of graphs and of steps per arc that may settle them.
func (r *reported) more() (text string, draws, swaps int) {
	draws, swaps = r.Draws, r.Swaps
	if !r.Mixed {
		text, draws, swaps = r.unmixed(), max(r.Draws, usualDraws), 4*r.Swaps
	}
	if r.undecided() {
		text = strings.TrimSpace(text + " " + r.few())
		if n := r.decisive(); n > 0 { // an estimate from few random graphs, which more of them correct
			draws = max(usualDraws, n, min(2*n, ranked(len(r.Figures))))
		}
	}
	return text, draws, swaps
}

// Kept implements answer.Answer.
func (reported) Kept() answer.Kept { return answer.Kept{} }

// A tooLarge graph is not compared by a report.
type tooLarge struct {
	arcs int64
	path string // of the crawl
}

// Blocks implements answer.Answer.
func (r *tooLarge) Blocks() []answer.Block {
	const perSecond = 1_000_000.0 / usualDraws // arcs that a processor compares in a second with the default options
	takes := digits.Duration(time.Duration(float64(r.arcs) / perSecond * float64(time.Second)))
	return []answer.Block{answer.Text("Not compared in this report: " + digits.Plural(r.arcs, "link") + " take about " + takes + ". weft chance " + option.Word(r.path) + " compares them, and the next report shows the result.")}
}

// Kept implements answer.Answer.
func (*tooLarge) Kept() answer.Kept { return answer.Kept{} }
