package livecrawl

import (
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/livecrawl/memo"
)

// About describes a run. It does not change during the run.
type About struct {
	Dir    string
	Web    string // Live, Archive or Graph
	Seeds  []string
	Limits Limits
}

// About returns what the run is about.
func (j *Job) About() About {
	return About{Dir: j.opts.Dir, Web: j.cfg.Web, Seeds: j.source.startFrom, Limits: j.opts.Limits}
}

// First returns the counts at the beginning of this run. For a resumed crawl they are zero until its log was
// replayed.
func (j *Job) First() memo.Counts {
	j.meter.mu.Lock()
	defer j.meter.mu.Unlock()
	return j.meter.first.Clone()
}

// List returns the limits as words.
func (l *Limits) List() []string {
	var list []string
	if l.Pages > 0 {
		list = append(list, digits.Plural(l.Pages, "page"))
	}
	if l.Batch > 0 {
		list = append(list, digits.Plural(l.Batch, "page")+" of this run")
	}
	if l.Bytes > 0 {
		list = append(list, mem.Format(int64(min(l.Bytes, 1<<62)))) //nolint:gosec // bounded
	}
	if l.Time > 0 {
		list = append(list, digits.Span(l.Time)+" of this run")
	}
	for _, c := range l.Until {
		list = append(list, c.String())
	}
	return list
}
