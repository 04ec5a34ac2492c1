package serve

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"weft/answers/answer"
	"weft/answers/missing"
	"weft/internal/option"
	"weft/livecrawl/folder"
)

const (
	// patience is how long a request waits for a count. After it, the screen says that the count is under way.
	patience = 1500 * time.Millisecond
	// mostMissing is the number of pages of a class that the screen shows.
	mostMissing = 100
	// mostReasons is the number of reasons of a class in the table of classes.
	mostReasons = 5
)

// missing returns the missing pages of a crawl. It returns nil while they are counted.
func (s *Server) missing(ctx context.Context, o *opened) (*missing.Missing, error) {
	m, _, err := s.countMissing(o).wait(ctx)
	return m, err
}

// countMissing returns the work that counts the missing pages, once for all requests that wait.
func (s *Server) countMissing(o *opened) *task[*missing.Missing] {
	isOld := func(t *task[*missing.Missing]) bool { return t.isOld(o.of) }
	return o.ledger.get(isOld, func() *task[*missing.Missing] {
		t := newLogTask[*missing.Missing](o.of)
		o.hold()
		go s.count(o, t)
		return t
	})
}

// count counts the missing pages of a crawl that it holds.
func (s *Server) count(o *opened, t *task[*missing.Missing]) {
	defer o.release()
	t.run(s, "count the missing pages", func(memory int64) (*missing.Missing, error) {
		return s.askMissing(o, answer.Options{Memory: memory, Workers: s.options.Workers, Seed: 1}, map[string]string{"top": strconv.Itoa(mostMissing)})
	})
}

// askMissing asks the question of weft missing with the values of some options.
func (s *Server) askMissing(o *opened, options answer.Options, asked map[string]string) (*missing.Missing, error) {
	q := missing.Question.New()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	q.Flags(flags)
	for option, value := range asked {
		if err := flags.Set(option, value); err != nil {
			return nil, err
		}
	}
	if err := q.Check(); err != nil {
		return nil, err
	}
	work, err := q.Plan(s.ctx, o.Crawl, options)
	if err != nil {
		return nil, err
	}
	got, err := work.Do()
	if err != nil {
		return nil, err
	}
	m, ok := got.(*missing.Missing)
	if !ok {
		return nil, errors.New("weft missing has another result")
	}
	if s.options.Flag != nil {
		m.Named(s.options.Flag)
	}
	return m, nil
}

// lacking are the values of the screen of missing pages.
type lacking struct {
	*missing.Missing
	Counting bool
	List     string // the command that lists the URLs of a class
	Ticks    bool   // rows can be ticked
	Checks   bool   // a job can request pages once more
	Resumes  bool   // the crawl can be resumed here
	Starts   bool   // a new crawl can be started here
	Contact  string // of a run that resumes the crawl
}

// newLacking returns the values of a screen of missing pages for a reader.
func (s *Server) newLacking(r *http.Request, o *opened, m *missing.Missing) lacking {
	return lacking{
		Missing: m, Ticks: !s.options.ReadOnly, Starts: s.whyNoCrawls() == "", Checks: s.whyNoJobs() == "", Resumes: s.whyNoJobs() == "" && o.resumes(), Contact: s.shownContact(r, o.of),
		List: s.words(option.Errorf("weft missing %s {list} CLASS {output} urls.tsv", option.Word(o.of.path))),
	}
}

// NamedHosts returns the hosts with the most missing pages. Pages whose names are no URLs have a host without a name, which
// has no screen and no scope.
func (l lacking) NamedHosts() []missing.HostStates {
	return slices.DeleteFunc(slices.Clone(l.ByHost), func(h missing.HostStates) bool { return h.Host == "" })
}

// mostPatterns is the number of patterns of held pages that the screen shows.
const mostPatterns = 50

// ShownPatterns returns the first patterns of held pages.
func (l lacking) ShownPatterns() []missing.Pattern {
	return l.Patterns[:min(len(l.Patterns), mostPatterns)]
}

// Reasons returns links to the first reasons of a class, and the number of further reasons.
func (lacking) Reasons(c missing.Class) (v pair) {
	all := reasonsOf(&missing.Missing{Classes: []missing.Class{c}}, listKey{class: c.Name})
	if len(all) > 0 {
		all = all[1:] // without the link to all of them
	}
	return pair{all[:min(len(all), mostReasons)], len(all) - min(len(all), mostReasons)}
}

// resumes reports whether the crawl can be continued on the Web.
func (o *opened) resumes() bool {
	if !o.of.live {
		return false
	}
	cfg, err := folder.Latest(o.of.path)
	return err == nil && cfg.Web == folder.Live
}

// missed shows what is missing.
func (s *Server) missed(w http.ResponseWriter, r *http.Request, o *opened) {
	m, err := s.missing(r.Context(), o)
	switch {
	case r.Context().Err() != nil:
		return
	case err != nil:
		s.failed(w, o.of, err)
		return
	}
	v := &view{Title: "Missing", Crawl: o.of, Here: "Missing", Token: s.token(r)}
	if m == nil {
		v.Of, v.Again = lacking{Counting: true}, 2
	} else {
		v.Of = s.newLacking(r, o, m)
	}
	s.render(w, http.StatusOK, "missing", v)
}
