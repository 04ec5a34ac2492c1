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

// FitQuestion is the question for a fit of the model.
var FitQuestion = answer.Question{
	Name: "simulate fit", Short: "Fit a random Web to a crawl, and show where they differ", Own: []string{"output", "view"},
	Long: `Fit the model of random Web crawls to a crawl, make crawls of the model with the same size, and compare them. Where the
crawl agrees with the model, degrees and crawling explain the figure. Where it differs, the Web itself does.

The crawl is measured as by "weft simulate course": a live crawl from its log; a stored graph crawled from --starts pages,
by default the most linked ones.

--law fitted: in-degrees of the model follow Zipf's law with the exponent of the tail of the crawl. Out-degrees follow
Pareto's law with the mean and the share of pages without links of the crawl. If no exponent from 1.5 to 4 fits both,
out-degrees use the mean and the exponent of the tail, or the nearer of the two limits. The Web has as many pages as
needed for a crawl of as many links to know as many pages. If no number does, in-degrees start at 2, then 3 and so on.
--law observed: degrees are drawn from the degrees that the crawl met, and the Web has as many pages as its links lead to.
In-degrees and out-degrees are drawn independently.

--models crawls of the model are made, each with another seed, by --strategy, from as many pages. Repeated links between
two pages count once, as in stored crawls. A further model is fitted to each of these crawls and crawled; the differences
measure the effect of fitting. The interval of each figure is based on them: it contains a crawl of the model with 95 %
probability, and weft says whether it contains the crawl. Below come the paper's six marks of a good model of crawls, each
with a criterion, for the crawl and for the model. --plots DIR draws both.`,
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

// newFit returns the question with its default options.
func newFit() *fitAsker {
	return &fitAsker{asker: asker{strategy: "bfs", measure: "all", start: "top", starts: 10}, law: "fitted", models: 5}
}

// Fit measures a crawl, fits the model of the paper on random Web crawls to it, and compares crawls of the model
// with it. A live crawl is measured by its log, a stored graph by crawling it. The options are the defaults of the
// question.
//
// Memory is the memory of the crawl's course, then the memory of a model's course of the same size. If the budget
// of the options is too small, Fit returns an error before it makes them.
//
// The paper sets the exponents by what others measured; fitting them is ours.
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
	f.StringVar(&q.law, "law", q.law, "draw the degrees of the model from `LAW`: fitted or observed")
	offered.Set(f, "law", lawsOfFits)
	f.IntVar(&q.models, "models", q.models, "make `N` crawls of the model")
	f.StringVar(&q.strategy, "strategy", q.strategy, "crawl the model, and a stored graph, by `STRATEGY`")
	offered.List(f, "strategy", strategy.Forms(Strategies()))
	f.StringVar(&q.measure, "measure", q.measure, "measure `WHAT`: all, or some of "+strings.Join(MeasureNames, ", "))
	f.StringVar(&q.start, "start", q.start, "crawl a stored graph from `WHICH` pages: random, top (the most linked), or a file of pages")
	offered.Set(f, "start", []string{"random", "top"})
	f.IntVar(&q.starts, "starts", q.starts, "start from `N` random or most linked pages")
	answer.PlotsFlag(f, &q.plots, "the plots")
}

// Check implements answer.Asker.
func (q *fitAsker) Check() error {
	q.progress = "10,50,100%"
	if err := q.asker.Check(); err != nil {
		return err
	}
	q.given = q.start != "top" || q.starts != 10
	if len(q.orders) > 1 {
		return answer.Refused("{strategy} %s: expected one strategy", q.strategy)
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
		return nil, option.Errorf("nothing was crawled: choose other start pages with {start} and {starts}")
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

// Plots implements answer.Plotter. It draws the crawl and the first model, in the same pictures where each has a
// line.
func (r *Fitted) Plots() []plots.Picture { return r.courses.Plots() }

// Kept implements answer.Answer: nothing is known of single pages.
func (r *Fitted) Kept() answer.Kept { return answer.Kept{Files: r.files} }

// Blocks implements answer.Answer.
func (r *Fitted) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("crawl", "%s from %s", digits.Plural(r.Crawled, "page"), digits.Plural(r.Starts, "start")),
		answer.Row("model", "%s with %s, crawled by %s; in-degrees %s; out-degrees %s", digits.Plural(r.Model.Pages, "page"), digits.Plural(r.Model.Links, "link"), r.Strategy, r.Model.In, r.Model.Out),
		answer.TableOf("", r.Rows), r.finding(),
		answer.Text(fmt.Sprintf("The interval contains a crawl of the model with 95 %% probability, by the differences between %s and the models fitted to them (Student's t). It does not measure the error of the figures of the crawl.", digits.Plural(r.Refitted, "model"))),
	}
	if left := r.Models - r.Refitted; left > 0 {
		all = append(all, answer.Text(fmt.Sprintf("To %s no model could be fitted and crawled: the differences are of the others, and with fewer than two there is no interval.", digits.Plural(left, "crawl of the model"))))
	}
	if r.Progress > Realistic {
		all = append(all, answer.Text(fmt.Sprintf("The model is crawled to %s of its pages, because the crawl has crawled nearly all pages that it knows. The paper considers crawls of up to 30 %% realistic.", digits.Percent(r.Progress))))
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
	return answer.Text(fmt.Sprintf("In %s the crawl is like one of the model. Degrees and crawling alone do not explain the others: %s. For a crawl of the model, %s of %s would lie outside by chance on average.",
		digits.Plural(inside, "figure"), strings.Join(parts, "; "), digits.Fixed(0.05*float64(inside+len(more)+len(less)), 1), digits.Plural(inside+len(more)+len(less), "figure")))
}

func (r *Fitted) ticks() *answer.Table {
	t := &answer.Table{Title: "is it like the Web? the six marks of the paper on random Web crawls, section 6", Columns: []answer.Column{
		{Title: "", Width: -15},
		{Title: "crawl", Width: -39},
		{Title: "first model", Width: -39},
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
