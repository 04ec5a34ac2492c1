package chance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weft/answers/answer"
	"weft/internal/digits"
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
	kept := new(Chance)
	found, err := answer.SavedFigures(c, "chance", arcs, kept)
	switch {
	case errors.Is(err, store.ErrCorrupt):
		return answer.Work{}, err
	case err != nil:
		o.Warn("the kept comparison with chance is not used: " + err.Error())
	case found:
		return told(&reported{kept}), nil
	}
	if m := c.Graph().NumArcs(); m > mostReported {
		return told(&tooLarge{m}), nil
	}
	q.asked = asked{draws: reportedDraws, swaps: reportedSwaps}
	w, err := q.asked.Plan(ctx, c, o)
	do := w.Do
	w.Do = func() (answer.Answer, error) {
		got, err := do()
		if r, is := got.(*Chance); is {
			got = &reported{r}
		}
		return got, err
	}
	return w, err
}

// told is work that is done.
func told(a answer.Answer) answer.Work {
	return answer.Work{Do: func() (answer.Answer, error) { return a, nil }}
}

// reported is a result of a report, which keeps nothing: it is kept already, or has fewer draws than the command.
type reported struct{ *Chance }

// Blocks implements answer.Answer.
func (r *reported) Blocks() []answer.Block {
	all := slices.DeleteFunc(r.Chance.Blocks(), func(b answer.Block) bool { // a report has no options
		_, is := b.(answer.Advice)
		return is || r.undecided() && b == answer.Block(answer.Text(r.few()))
	})
	if !r.Mixed {
		all = append(all, answer.Text(fmt.Sprintf("The random graphs still resemble the crawl. Run weft chance CRAWL with %d swaps a link: the next report shows its result.", 4*r.Swaps)))
	}
	if r.undecided() {
		text := r.few()
		if n := r.decisive(); n > 0 {
			text += fmt.Sprintf(" Run weft chance CRAWL with %d draws: the next report shows its result.", n)
		}
		all = append(all, answer.Text(text))
	}
	return all
}

// Kept implements answer.Answer.
func (reported) Kept() answer.Kept { return answer.Kept{} }

// A tooLarge graph is not compared by a report.
type tooLarge struct{ arcs int64 }

// Blocks implements answer.Answer.
func (r *tooLarge) Blocks() []answer.Block {
	const perSecond = 1_000_000.0 / usualDraws // arcs that a processor compares in a second with the default options
	takes := digits.Duration(time.Duration(float64(r.arcs) / perSecond * float64(time.Second)))
	return []answer.Block{answer.Text("Not compared in this report: " + digits.Plural(r.arcs, "link") + " take about " + takes + ". weft chance CRAWL compares them, and the next report shows the result.")}
}

// Kept implements answer.Answer.
func (*tooLarge) Kept() answer.Kept { return answer.Kept{} }
