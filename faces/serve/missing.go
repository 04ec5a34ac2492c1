package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
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
	// freshFor is how long the count of a live crawl is shown again. The log grows while the crawl runs.
	freshFor = time.Minute
	// mostMissing is the number of pages of a class that the screen shows.
	mostMissing = 100
)

// A ledger counts the missing pages of a crawl, once for all requests that wait.
type ledger struct {
	mu    sync.Mutex
	doing chan struct{} // closed at the end of the count; nil before the first
	at    time.Time     // of the end
	got   *missing.Missing
	err   error
}

// ended reports whether a count has ended and its result is fresh. The caller holds the lock.
func (l *ledger) ended(live bool) bool {
	select {
	case <-l.doing:
		return l.err == nil && (!live || time.Since(l.at) < freshFor)
	default:
		return false
	}
}

// missing returns the missing pages of a crawl. It returns nil while they are counted.
func (s *Server) missing(ctx context.Context, o *opened) (*missing.Missing, error) {
	l := &o.ledger
	l.mu.Lock()
	if l.doing == nil || isClosed(l.doing) && !l.ended(o.of.live) {
		l.doing = make(chan struct{})
		o.hold()
		go s.count(o, l.doing)
	}
	doing := l.doing
	l.mu.Unlock()
	select {
	case <-doing:
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.got, l.err
	case <-time.After(patience):
	case <-ctx.Done():
	}
	return nil, nil //nolint:nilnil // there is no result yet
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// count counts the missing pages of a crawl that it holds. One count of the server runs at a time: each takes memory.
func (s *Server) count(o *opened, done chan struct{}) {
	defer o.release()
	s.work.Lock()
	defer s.work.Unlock()
	got, err := s.askMissing(o)
	l := &o.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	l.got, l.err, l.at = got, err, time.Now()
	close(done)
}

// askMissing asks the question of weft missing. A panic in it is an error of this crawl alone.
func (s *Server) askMissing(o *opened) (m *missing.Missing, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("count the missing pages: panic: %v", x)
		}
	}()
	memory, back := s.memory()
	defer back()
	options := answer.Options{Memory: memory, Workers: s.options.Workers, Seed: 1}
	q, err := missingAsked("top", strconv.Itoa(mostMissing))
	if err != nil {
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

// missingAsked returns the question of weft missing with the value of an option.
func missingAsked(option, value string) (answer.Asker, error) {
	q := missing.Question.New()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	q.Flags(flags)
	return q, flags.Set(option, value)
}

// lacking are the values of the screen of missing pages.
type lacking struct {
	*missing.Missing
	Counting bool
	List     string // the command that lists the URLs of a class
	Ticks    bool   // rows can be ticked
	Resumes  bool   // the crawl can be resumed here
	Contact  string // of a run that resumes the crawl
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
		v.Of = lacking{Missing: m, Ticks: !s.options.ReadOnly, Resumes: s.whyNoJobs() == "" && o.resumes(), Contact: s.shownContact(r, o.of), List: s.words(option.Errorf("weft missing %s {list} CLASS {output} urls.tsv", option.Word(o.of.path)))}
	}
	s.render(w, http.StatusOK, "missing", v)
}
