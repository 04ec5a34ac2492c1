package course

import (
	"context"
	"fmt"
	"strings"

	"weft/answers/answer"
	"weft/crawl/strategy"
	"weft/internal/digits"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/internal/plots"
	"weft/store"
)

// FitQuestion is what may be asked, too.
var FitQuestion = answer.Question{
	Name: "simulate fit", Short: "Fit a random Web to a crawl, and say where crawls of it differ", Own: []string{"output", "view"},
	Long: `Fit the model of random Web crawls to a crawl, make crawls of it of the same size, and put them side by side: what the crawl has in common with them is of degrees and of crawling, what it has not is of the Web.

The crawl is measured as by weft simulate course: a live one by its log, a stored graph crawled from --starts pages, the most linked ones if --start does not say otherwise. With --law fitted the in-degrees of the model have Zipf's law with the exponent of the tail of the crawl's,
and its out-degrees Pareto's with the mean and the share of pages without links of the crawl (or, if there is none with an exponent from 1.5 to 4, with the mean and the exponent of the tail, or the nearer one of these). The Web has as many pages as let a crawl of as many links know as many pages. Where no number does, in-degrees begin at 2, at 3 and so on. With --law observed degrees are drawn from
those that the crawl met, and the Web has as many pages as its links lead to. Both are drawn independently of each other.

--models crawls of it, each with another seed, go in the order --strategy, and begin from as many pages. Links of a page to the same page count once, in the crawl and in the model, as stored crawls keep them once. To each crawl of the model another model is fitted, and crawled:
by how much these differ says what fitting changes. Each figure has an interval that goes by these differences. It holds a crawl of the model with 95 % probability; the command says whether the crawl lies in it. Below are the six marks of a good model of crawls that the paper names, each with a criterion in figures, for the crawl and for the model. With --plots DIR both are drawn beside each other.`,
	More:  " --models 3 --starts 5\nweft simulate fit crawl --law observed --measure bowtie,laws",
	Gives: []answer.Answer{(*Fitted)(nil)},
	New:   func() answer.Asker { return newFit() },
}

// fitAsker is the question with its options.
type fitAsker struct {
	asker
	law    string
	models int
}

// newFit is the question with the options that it has by itself.
func newFit() *fitAsker {
	return &fitAsker{asker: asker{strategy: "bfs", measure: "all", start: "top", starts: 10}, law: "fitted", models: 5}
}

// Fit measures a crawl, a live one by its log and a stored graph by crawling it, fits the model of the paper on random
// Web crawls to it, and puts crawls of the model beside it, with the options that the question has by itself. Memory is
// that of the crawl's course, and then that of a model's of the same size, within the budget of the options, or an
// error before they are made. The paper sets the exponents by what others measured; to fit them is ours.
//
// Papers: random crawls, §2, §6.
func Fit(ctx context.Context, c *store.Crawl, o answer.Options) (*Fitted, error) {
	q := newFit()
	if err := q.Check(); err != nil {
		return nil, err
	}
	w, err := q.Plan(ctx, c, o)
	if err != nil {
		return nil, err
	}
	got, err := w.Do()
	if err != nil {
		return nil, err
	}
	return got.(*Fitted), nil //nolint:forcetypeassert // that is what it gives
}

// lawsOfFits are the laws that a model can have: a fitted one, or the degrees of the crawl.
var lawsOfFits = []string{"fitted", "observed"}

// Flags implements answer.Asker.
func (q *fitAsker) Flags(f answer.Flags) {
	f.StringVar(&q.law, "law", q.law, "`LAW` of the degrees of the model: fitted or observed")
	offered.Set(f, "law", lawsOfFits)
	f.IntVar(&q.models, "models", q.models, "`N` crawls of the model")
	f.StringVar(&q.strategy, "strategy", q.strategy, "`WHICH` page comes next in crawls of the model, and of a stored graph")
	offered.List(f, "strategy", strategy.Forms(Strategies()))
	f.StringVar(&q.measure, "measure", q.measure, "`WHAT` is measured: all, or some of "+strings.Join(MeasureNames, ", "))
	f.StringVar(&q.start, "start", q.start, "of a stored graph, begin from `WHICH` pages: random, top for the most linked, or all of a file")
	offered.Set(f, "start", []string{"random", "top"})
	f.IntVar(&q.starts, "starts", q.starts, "how many of the random or most linked ones, `N`")
	f.StringVar(&q.plots, "plots", "", "`DIR` for plots")
}

// Check implements answer.Asker.
func (q *fitAsker) Check() error {
	q.progress = "10,50,100%"
	if err := q.asker.Check(); err != nil {
		return err
	}
	q.given = q.start != "top" || q.starts != 10
	if len(q.orders) > 1 {
		return answer.Refused("{strategy} %s: a model is crawled by one strategy", q.strategy)
	}
	q.measures |= Laws // which the model is fitted to
	return answer.CheckAll(answer.AtLeast("models", q.models, 2), answer.OneOf("law", q.law, lawsOfFits))
}

// Plan implements answer.Asker.
func (q *fitAsker) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Work, error) {
	alone := q.asker
	alone.plots = ""  // of the crawl alone there are none
	alone.once = true // the model has each link once
	w, err := alone.Plan(ctx, c, o)
	if err != nil {
		return w, err
	}
	measure := w.Do
	w.Do = func() (answer.Answer, error) {
		got, err := measure()
		if err != nil {
			return nil, err
		}
		return answer.Got(q.fit(ctx, got.(*Courses), o)) //nolint:forcetypeassert // that is what it gives
	}
	return w, nil
}

// fit fits a model to a crawl that was measured.
func (q *fitAsker) fit(ctx context.Context, of *Courses, o answer.Options) (*Fitted, error) {
	real := of.Crawls[0]
	if len(real.points) == 0 {
		return nil, option.Errorf("nothing was crawled: {start} and {starts} say where to begin")
	}
	real.Strategy = "crawl"
	co, err := q.options(&o)
	if err != nil {
		return nil, err
	}
	co.Kinds = 0
	for _, p := range real.points {
		co.At = append(co.At, p.Crawled)
	}
	r := &Fitted{Kinds: of.Kinds, plots: q.plots, Rows: []Compared{}, Ticks: []Tick{}}
	if err := r.fit(ctx, real, FitOptions{Models: q.models, Observed: q.law == "observed", Order: q.orders[0], Memory: o.Memory, Options: co}); err != nil {
		return nil, fmt.Errorf("fit a model: %w", err)
	}
	if r.plots != "" {
		r.files = answer.Plots(r.plots, r)
	}
	return r, nil
}

// Plots implements answer.Plotter: those of the crawl and the first model, in the same pictures where there is a line for each.
func (r *Fitted) Plots() []plots.Picture { return r.courses.Plots() }

// Kept implements answer.Answer: nothing is known of single pages.
func (r *Fitted) Kept() answer.Kept { return answer.Kept{Files: r.files} }

// Blocks implements answer.Answer.
func (r *Fitted) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("crawl", "%s from %s", digits.Plural(r.Crawled, "page"), digits.Plural(r.Starts, "start")),
		answer.Row("model", "%s with %s, crawled by %s; in-degrees %s; out-degrees %s", digits.Plural(r.Model.Pages, "page"), digits.Plural(r.Model.Links, "link"), r.Strategy, r.Model.In, r.Model.Out),
		answer.TableOf("", r.Rows), r.finding(),
		answer.Text(fmt.Sprintf("The interval holds a crawl of the model with 95 %% probability, by the differences between %s and the models that are fitted to them (Student's t); it says nothing of how sure the figures of the crawl are.", digits.Plural(r.Refitted, "model"))),
	}
	if left := r.Models - r.Refitted; left > 0 {
		all = append(all, answer.Text(fmt.Sprintf("To %s no model could be fitted and crawled: the differences are of the others, and with fewer than two there is no interval.", digits.Plural(left, "crawl of the model"))))
	}
	if r.Progress > Realistic {
		all = append(all, answer.Text(fmt.Sprintf("The model is crawled to %s of its pages, as the crawl knows few that it has not crawled; the paper holds crawls of up to 30 %% for realistic.", digits.Percent(r.Progress))))
	}
	if r.Died > 0 {
		all = append(all, answer.Text(fmt.Sprintf("Left out: %s that died before nine tenths of the pages.", digits.Plural(r.Died, "crawl of the model"))))
	}
	return append(all, r.ticks())
}

// finding says in a sentence where the crawl differs.
func (r *Fitted) finding() answer.Block {
	var more, less []string
	inside := 0
	for _, c := range r.Rows {
		switch {
		case c.Inside == nil:
		case *c.Inside:
			inside++
		case *c.Real > *c.High:
			more = append(more, c.Name)
		default:
			less = append(less, c.Name)
		}
	}
	if len(more)+len(less) == 0 {
		return answer.Text(fmt.Sprintf("In all %s the crawl is like one of the model: degrees and crawling are enough for them.", digits.Plural(inside, "figure")))
	}
	var parts []string
	if len(more) > 0 {
		parts = append(parts, "higher: "+strings.Join(more, ", "))
	}
	if len(less) > 0 {
		parts = append(parts, "lower: "+strings.Join(less, ", "))
	}
	return answer.Text(fmt.Sprintf("In %s the crawl is like one of the model. Degrees and crawling alone do not make the others: %s. But by chance, %s of %s would lie outside in the mean if it were one of the model.",
		digits.Plural(inside, "figure"), strings.Join(parts, "; "), digits.Fixed(0.05*float64(inside+len(more)+len(less)), 1), digits.Plural(inside+len(more)+len(less), "figure")))
}

func (r *Fitted) ticks() *answer.Table {
	t := &answer.Table{Title: "is it like the Web? the six marks of the paper on random Web crawls, section 6", Columns: []answer.Column{
		{Title: "", Width: -15},
		{Title: "crawl", Width: -39},
		{Title: "model", Width: -39},
		{Title: "models", Width: 6},
		{Title: "literature", Width: -24},
		{Title: "criterion"},
	}}
	for _, x := range r.Ticks {
		models := digits.None
		if x.Model != nil {
			models = fmt.Sprintf("%d/%d", x.Models, r.Models)
		}
		t.Add(x.Name, sign(x.Real)+x.RealIs, sign(x.Model)+x.ModelIs, models, x.Literature, x.Criterion)
	}
	return t
}

func sign(holds *bool) string {
	switch {
	case holds == nil:
		return digits.None
	case *holds:
		return "✓ "
	}
	return "✗ "
}
