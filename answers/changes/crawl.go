package changes

import (
	"context"
	"fmt"
	"time"

	"weft/algo/hak"
	"weft/answers/answer"
	"weft/answers/compare"
	"weft/answers/contents"
	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/store"
)

// crawl measures one crawl.
func crawl(ctx context.Context, c *store.Crawl, o *Options) (*Crawl, *compare.Scores, error) {
	r := &Crawl{}
	var err error
	if r.Info, err = measure.GetInfo(c); err != nil {
		return nil, nil, err
	}
	scores, err := compare.Score(ctx, c, compare.Options{Ranking: measure.PageRank, Options: o.Options})
	if err != nil {
		return nil, nil, err
	}
	if r.Best, err = scores.Best(BestPages); err != nil {
		return nil, scores, err
	}
	for _, part := range []func(context.Context, *store.Crawl, *Options) error{r.laws, r.components, r.log} {
		if err := part(ctx, c, o); err != nil {
			return nil, scores, err
		}
	}
	return r, scores, c.Damage()
}

// laws measures the degrees of pages.
func (r *Crawl) laws(ctx context.Context, c *store.Crawl, o *Options) error {
	d, err := measure.GetDegrees(ctx, c, measure.DegreeOptions{Options: o.Options, Samples: -1})
	if err != nil {
		return err
	}
	if r.In, r.Out = d.In, d.Out; o.Samples >= 0 {
		for _, l := range []*measure.Law{&r.In, &r.Out} {
			if *l, err = measure.NewLaw(l.Name, l.Population, l.Histogram, o.Options, o.Samples); err != nil {
				return err
			}
		}
	}
	for _, l := range []*measure.Law{&r.In, &r.Out} {
		if err := o.resample(l); err != nil {
			return err
		}
	}
	return nil
}

func (r *Crawl) components(ctx context.Context, c *store.Crawl, o *Options) error {
	got, err := measure.GetComponents(ctx, c, measure.DegreeOptions{Options: o.Options, Samples: -1})
	if err == nil {
		r.Core = got.SCC.Largest
	}
	return err
}

// log reads the crawl log, if there is one: bytes, and the date of the first response.
func (r *Crawl) log(ctx context.Context, c *store.Crawl, o *Options) error {
	work, err := contents.Question.Section.Asked.Plan(ctx, c, o.Options)
	if err != nil {
		return err
	}
	got, err := work.Do()
	if err != nil {
		return err
	}
	if found, is := got.(*contents.Contents); is {
		r.Responses, r.Bytes = found.Responses, found.Bytes
		if at, err := time.Parse(time.RFC3339, found.From); err == nil {
			r.Date = Date{at, at.UTC().Format(time.DateOnly)}
		}
	}
	return nil
}

// explain says how much of the disorder missing pages can explain.
func (o *Options) explain(ctx context.Context, a, b *store.Crawl) (e Explained, err error) {
	for i, c := range []*store.Crawl{a, b} {
		which := []string{"first", "last"}[i]
		if c.Unknown() > 0 {
			e.Why = "the input of the " + which + " crawl does not say which pages were fetched"
			return e, nil
		}
		r, err := fidelity.Measure(ctx, c, fidelity.Options{Options: o.Options, Samples: -1}, false)
		if err != nil {
			return e, err
		}
		if why := doubted(r); why != "" {
			e.Why = fmt.Sprintf(why, which)
			return e, nil
		}
		*[]*float64{&e.HAK, &e.LastHAK}[i] = r.HAK
	}
	e.Known, e.Expected = true, e.HAK*e.LastHAK
	return e, nil
}

// doubted says why the estimate of a crawl cannot be used; empty if it can.
func doubted(r *fidelity.Report) string {
	if r.Crawled == 0 {
		return "no page of the %s crawl was fetched"
	}
	for _, d := range r.Doubts {
		if d.Name == hak.Folded || d.Name == hak.Thin {
			return "too many pages of the %s crawl are missing for an estimate"
		}
	}
	return ""
}

// Stages are the work of [Measure], in order.
func Stages(ctx context.Context, crawls []*store.Crawl, o Options) (all []answer.Stage, err error) {
	if err := check(crawls, &o); err != nil {
		return nil, err
	}
	for _, c := range crawls {
		for _, stage := range []func() (answer.Stage, error){
			func() (answer.Stage, error) {
				return measure.RankingStage(ctx, c, measure.PageRank, measure.RankOptions{Options: o.Options})
			},
			func() (answer.Stage, error) { return measure.DegreesStage(ctx, c, o.Options) },
			func() (answer.Stage, error) { return measure.ComponentsStage(ctx, c, o.Options) },
			func() (answer.Stage, error) { return contentsStage(ctx, c, o.Options) },
		} {
			s, err := stage()
			if err != nil {
				return nil, err
			}
			s.Of = c
			all = append(all, s)
		}
	}
	for i := range crawls[1:] {
		if all, err = o.addPair(ctx, all, crawls, i, i+1); err != nil {
			return nil, err
		}
	}
	last := len(crawls) - 1
	if last > 1 {
		if all, err = o.addPair(ctx, all, crawls, 0, last); err != nil {
			return nil, err
		}
	}
	for _, c := range []*store.Crawl{crawls[0], crawls[last]} {
		if c.Unknown() == 0 {
			s, err := fidelity.Stage(ctx, c, fidelity.Options{Options: o.Options}, false)
			if err != nil {
				return nil, err
			}
			s.Of = c
			all = append(all, s)
		}
	}
	return all, nil
}

// addPair adds the comparison of two crawls to a plan.
func (o *Options) addPair(ctx context.Context, all []answer.Stage, crawls []*store.Crawl, i, j int) ([]answer.Stage, error) {
	pair := o.pair(crawls, nil, i, j)
	v, _, err := pair.Views(ctx)
	return append(all, answer.Stage{View: v, Of: crawls[i], Passes: "2 over the names of both crawls, 1 over the arcs of both, 2 over the scores of both"}), err
}

func contentsStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	work, err := contents.Question.Section.Asked.Plan(ctx, c, o)
	if err != nil {
		return answer.Stage{}, err
	}
	return work.Stages[0], nil
}
