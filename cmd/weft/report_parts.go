package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"weft/answers"
	"weft/answers/answer"
	"weft/answers/atlas"
	"weft/answers/contents"
	"weft/answers/fidelity"
	"weft/answers/inequality"
	"weft/answers/measure"
	"weft/answers/missing"
	"weft/faces/report"
	"weft/internal/mmap"
	"weft/store"
)

// reporting is a report in the making.
type reporting struct {
	*app
	ctx    context.Context //nolint:containedctx // it lives as long as a command
	c      *store.Crawl
	rf     reportFlags
	o      answer.Options
	k      *answer.Keeper
	d      report.Data
	scores []float64 // of PageRank, which are correlated with degrees
	scored []measure.Scored
	space  *mmap.Scratch // holds scores that no crawl keeps
}

func (a *app) newReporting(ctx context.Context, c *store.Crawl, rf reportFlags) *reporting {
	d := report.Data{Title: crawlName(c.Path), Generated: report.Generated{Version: version, Time: time.Now().UTC().Truncate(time.Second)}}
	o := a.options(rf.kinds)
	o.Interim = interim("")
	return &reporting{app: a, ctx: ctx, c: c, rf: rf, o: o, d: d, space: mmap.NewScratch("")}
}

// A reportPart is a part of the work, with the stages that are planned of it; stages is nil if there are none.
type reportPart struct {
	stages func() ([]answer.Stage, error)
	do     func() error
}

// parts are all that is done, in order.
func (r *reporting) parts() []reportPart {
	all := []reportPart{{do: r.info}}
	for _, name := range slices.Backward(measure.Rankings) { // PageRank last: its scores stay in memory
		all = append(all, reportPart{one(func() (answer.Stage, error) {
			return measure.RankingStage(r.ctx, r.c, name, measure.RankOptions{Options: r.o})
		}), func() error { return r.ranking(name) }})
	}
	all = append(
		all,
		reportPart{one(func() (answer.Stage, error) { return measure.DegreesStage(r.ctx, r.c, r.o) }), r.degrees},
		reportPart{one(func() (answer.Stage, error) { return measure.ComponentsStage(r.ctx, r.c, r.o) }), r.components},
		reportPart{r.distanceStages, r.distances},
		reportPart{one(func() (answer.Stage, error) { return measure.StandingsStage(r.c), nil }), r.standings},
		reportPart{r.trustStages, r.trust},
	)
	for _, q := range answers.Questions {
		if q.Section != nil {
			all = append(all, reportPart{func() ([]answer.Stage, error) {
				work, err := q.Section.Asked.Plan(r.ctx, r.c, r.o)
				return work.Stages, err
			}, func() error { return r.other(q) }})
		}
	}
	if r.c.HasNames() {
		all = append(all, reportPart{one(func() (answer.Stage, error) { return measure.HostLinksStage(r.ctx, r.c, r.o) }), r.links})
	}
	return append(all, reportPart{do: r.words})
}

// one makes a list of a stage.
func one(stage func() (answer.Stage, error)) func() ([]answer.Stage, error) {
	return func() ([]answer.Stage, error) {
		s, err := stage()
		return []answer.Stage{s}, err
	}
}

// fits returns an error if one of the parts needs more memory than there is, before the first of them begins.
func (r *reporting) fits() error {
	all, err := r.stages()
	if err != nil {
		return err
	}
	_, err = answer.MakePlan(r.c, "report", r.budget, all)
	return err
}

// stages returns the stages of all parts.
func (r *reporting) stages() ([]answer.Stage, error) {
	var all []answer.Stage
	for _, p := range r.parts() {
		if p.stages == nil {
			continue
		}
		stages, err := p.stages()
		if err != nil {
			return nil, err
		}
		all = append(all, stages...)
	}
	return all, nil
}

// plan prints the stages of all parts.
func (r *reporting) plan() error {
	all, err := r.stages()
	if err != nil {
		return err
	}
	return r.printStages(r.c, "report", all)
}

func (r *reporting) info() (err error) {
	r.d.Info, err = measure.GetInfo(r.c)
	return err
}

func (r *reporting) ranking(name string) error {
	got, err := measure.GetRanking(r.ctx, r.c, name, measure.RankOptions{Options: r.o, Top: r.rf.top})
	if err != nil {
		return err
	}
	if err := r.k.Keep(got.Kept()); err != nil {
		return err
	}
	if len(got.Scores) > 0 {
		held, err := got.Hold(r.c, r.space)
		if err != nil {
			return err
		}
		r.scored = append([]measure.Scored{held}, r.scored...)
	}
	r.scores, got.Scores, got.HubScores = got.Scores, nil, nil
	r.d.Rankings = append([]measure.Ranking{*got}, r.d.Rankings...)
	return nil
}

func (r *reporting) degrees() (err error) {
	o := measure.DegreeOptions{Options: r.o, Samples: r.rf.samples, PageRank: r.scores, Ties: r.d.Rankings[0].Ties()}
	if r.d.Degrees, err = measure.GetDegrees(r.ctx, r.c, o); err != nil {
		return err
	}
	err = r.k.Keep(r.d.Degrees.Kept())
	r.d.Degrees.InDegrees, r.d.Degrees.OutDegrees, r.scores = nil, nil, nil
	return err
}

func (r *reporting) components() (err error) {
	if r.d.Components, err = measure.GetComponents(r.ctx, r.c, measure.DegreeOptions{Options: r.o, Samples: r.rf.samples}); err != nil {
		return err
	}
	err = r.k.Keep(r.d.Components.Kept())
	r.d.Components.WCCLabels, r.d.Components.SCCLabels, r.d.Components.Classes = nil, nil, nil
	return err
}

// distanceStages returns the stages of counting distances, if the counting takes seconds.
func (r *reporting) distanceStages() ([]answer.Stage, error) {
	o := measure.DistanceOptions{Options: r.o}
	if !o.Counts(r.c) {
		return nil, nil
	}
	s, err := measure.DistancesStage(r.ctx, r.c, o)
	return []answer.Stage{s}, err
}

// distances counts distances, or reads saved distances.
func (r *reporting) distances() (err error) {
	o := measure.DistanceOptions{Options: r.o, Top: r.rf.top}
	if o.Counts(r.c) {
		if r.d.Distances, err = measure.GetDistances(r.ctx, r.c, o); err == nil {
			err = r.k.Keep(r.d.Distances.Kept())
			r.d.Distances.Harmonic = nil
		}
		return err
	}
	arcs, err := r.o.Arcs()
	if err != nil {
		return err
	}
	if r.d.Distances, err = measure.SavedDistances(r.c, arcs, r.rf.top); err == nil {
		return nil
	}
	if r.ctx.Err() != nil || errors.Is(err, store.ErrCorrupt) {
		return err
	}
	r.d.DistancesWhy = words(err)
	r.say("the report leaves saved distances out: %s", words(err))
	return nil
}

// standings counts the places of the best pages and hosts in all measures.
func (r *reporting) standings() (err error) {
	if d := r.d.Distances; d != nil && r.c.Manifest != nil && r.c.NumPages() > 0 {
		held, err := measure.HoldHarmonic(r.c, d)
		if err != nil {
			return err
		}
		r.scored = append(r.scored, held)
	}
	if err := r.centralities(); err != nil {
		return err
	}
	r.d.Standings, err = measure.GetStandings(r.c, r.scored, r.rf.top)
	return errors.Join(err, r.free())
}

// centralities adds the rankings that the crawl keeps and no report computes.
func (r *reporting) centralities() error {
	arcs, err := r.o.Arcs()
	if err != nil {
		return err
	}
	saved, doubts, err := measure.SavedCentralities(r.c, arcs)
	for _, s := range saved {
		r.scored = append(r.scored, s.Scored)
		r.d.Rankings = append(r.d.Rankings, s.Ranking)
	}
	for _, doubt := range doubts {
		r.say("the report leaves a saved ranking out: %s", words(doubt))
	}
	return err
}

// free frees the scores that are held.
func (r *reporting) free() error {
	err := errors.Join(measure.CloseScored(r.scored), r.space.Close())
	r.scored = nil
	return err
}

// trustStages returns the stages of trust. A first measurement decides whether the crawl is crawled again.
func (r *reporting) trustStages() ([]answer.Stage, error) {
	if r.c.Unknown() > 0 {
		return nil, nil
	}
	o := fidelity.Options{Options: r.o, Fetchable: true}
	s, err := fidelity.Stage(r.ctx, r.c, o, r.c.Manifest != nil)
	all := []answer.Stage{s}
	if err != nil || r.rf.calibrate != "always" && (r.rf.calibrate != "auto" || !r.isSmall(o)) {
		return all, err
	}
	again, err := fidelity.CalibrateStages(r.ctx, r.c, o)
	for _, s := range again {
		if r.rf.calibrate == "auto" {
			s.Passes += "; only if pages are missing, and enough were crawled"
		}
		all = append(all, s)
	}
	return all, err
}

// trust measures how far the rankings can be trusted, and how good that estimate is.
func (r *reporting) trust() (err error) {
	if r.c.Unknown() > 0 {
		if r.rf.calibrate == "always" {
			return r.c.CheckKnown(errors.New("--calibrate requires γ and HAK, which need to know the fetched pages: weft import INPUT -o CRAWL --fetched FILE"))
		}
		return nil // the report says so
	}
	o := fidelity.Options{Options: r.o, Fetchable: true}
	if r.d.Fidelity, err = fidelity.Measure(r.ctx, r.c, o, r.k != nil); err != nil {
		return err
	}
	if err := r.k.Keep(r.d.Fidelity.Kept()); err != nil {
		return err
	}
	if r.d.Fidelity.Gammas = nil; r.calibrates(o) {
		r.d.Calibration, err = fidelity.Calibrate(r.ctx, r.c, fidelity.CalibrateOptions{Options: o, Report: r.d.Fidelity})
	}
	return err
}

// Crawls that are crawled again without being asked for: small enough to cost little, large enough to say something.
const (
	mostAgain  = 2_000_000 // arcs
	leastAgain = 100       // pages
)

func (r *reporting) isSmall(o fidelity.Options) bool {
	return r.c.Graph().NumArcs() <= mostAgain && fidelity.CalibrateFits(r.ctx, r.c, o)
}

func (r *reporting) calibrates(o fidelity.Options) bool {
	f := r.d.Fidelity
	if r.rf.calibrate == "auto" {
		return f.Ghosts > 0 && f.Crawled >= leastAgain && r.isSmall(o)
	}
	return r.rf.calibrate == "always" && f.Crawled > 0
}

// other asks what has a section of its own.
func (r *reporting) other(q answer.Question) error {
	work, err := q.Section.Asked.Plan(r.ctx, r.c, r.o)
	if err != nil {
		return err
	}
	got, err := work.Do()
	if err == nil {
		err = r.k.Keep(got.Kept())
	}
	if err != nil {
		return err
	}
	nameOptions(got)
	switch x := got.(type) {
	case *atlas.Map:
		r.d.Map, r.d.MapHow = x, atlas.How(x.By)
		return nil
	case *contents.Contents:
		r.d.Contents, r.d.ContentsHow = x, x.How()
		return nil
	}
	if m, is := got.(*missing.Missing); is {
		r.d.Missing = m
	}
	a := report.Answered{Question: q, Blocks: withFlags(got.Blocks())}
	if spread, is := got.(*inequality.Inequality); is {
		a.Figure = report.LorenzFigure(spread)
	}
	r.d.Others = append(r.d.Others, a)
	return nil
}

// withFlags returns blocks whose advice names flags.
func withFlags(blocks []answer.Block) []answer.Block {
	for i, b := range blocks {
		if a, is := b.(answer.Advice); is {
			blocks[i] = a.As(flagOf)
		}
	}
	return blocks
}

// links adds what needs names.
func (r *reporting) links() (err error) {
	r.d.Links, err = measure.GetHostLinks(r.ctx, r.c, 400, r.o)
	return err
}

// words adds what needs anchors.
func (r *reporting) words() (err error) {
	r.d.Words, err = measure.GetAnchorTexts(r.ctx, r.c, 30)
	return err
}
