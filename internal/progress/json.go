package progress

import (
	"encoding/json"
	"io"
	"time"

	"weft/internal/inert"
)

// A Line is a line of progress for other programs.
//
//json:object line of progress
type Line struct {
	// how far the step is
	Progress *Phase `json:"progress,omitempty" absent:"the line is a message"`
	// of a crawl, how it stands
	Crawl *Crawl `json:"crawl,omitempty" absent:"the command does not crawl, or the line is a message"`
	// a message, as on standard error without JSON
	Message string `json:"message,omitempty" absent:"the line is progress"`
	// of a message: info, warning, error or hint
	Level string `json:"level,omitempty" absent:"the line is progress"`
}

// A Phase is how far a step of the work is.
//
//json:object progress of a step
type Phase struct {
	Name  string `json:"step"`            // name of the step
	Done  int64  `json:"done"`            // work that is done
	Total int64  `json:"total,omitempty"` // all work of the step
	Unit  string `json:"unit"`            // unit of the work: steps, bytes or pages
	// duration of the step so far, s
	Seconds float64 `json:"seconds"`
	// estimated time left for the step, s
	Left float64 `json:"left,omitempty" absent:"it is unknown"`
	// of a crawl, which can be paused
	Paused bool `json:"paused,omitempty"`
}

// A Crawl is how a crawl stands. The object status of the crawl's status page has more.
//
//json:object crawl in progress
type Crawl struct {
	Known      uint64  `json:"known"`                                       // known pages in scope
	Waiting    uint64  `json:"waiting"`                                     // known pages that were not requested yet
	Redirected uint64  `json:"redirected"`                                  // pages that redirect
	Failed     uint64  `json:"failed"`                                      // pages whose fetching failed
	Bytes      uint64  `json:"bytes"`                                       // bytes received
	Hosts      int     `json:"hosts"`                                       // hosts that were met
	PageRate   float64 `json:"pages_per_second"`                            // pages per second, over the last seconds
	Why        string  `json:"why,omitempty" absent:"the run does not end"` // reason why the run ends
}

// often is the time between two lines for other programs within a step.
const often = 250 * time.Millisecond

// NewJSON returns a Reporter that writes lines of JSON: one when a step begins for
// the first time, and up to four a second.
func NewJSON(out io.Writer) *Reporter {
	return &Reporter{out: out, json: true, named: map[string]bool{}}
}

// mostNamed is the number of steps that get a line when they begin. Steps that come again, and later ones, wait for the
// next line.
const mostNamed = 256

// isNew notes a step, and reports whether it gets a line at once.
func (r *Reporter) isNew(what string) bool {
	if r.named[what] || len(r.named) >= mostNamed {
		return false
	}
	r.named[what] = true
	return true
}

// WriteLine writes a line of progress as one line of JSON, in one call of Write.
func WriteLine(w io.Writer, l Line) {
	text, err := json.Marshal(struct {
		Weft int `json:"weft"`
		Line
	}{1, l})
	if err != nil {
		return // numbers of ours that JSON cannot write, such as infinity
	}
	w.Write(append(inert.JSON(text), '\n')) //nolint:errcheck // nobody else to tell
}

// writeStep writes the state of the step, if it is new, at its end, or if the last line is old enough. The caller holds
// the lock.
func (r *Reporter) writeStep(now time.Time, fresh bool) {
	p := r.pace
	ended := p.total > 0 && p.done >= p.total
	if !(fresh && r.isNew(r.what)) && now.Sub(r.told) < often && !(ended && !r.ended) {
		return
	}
	r.told, r.ended = now, ended
	WriteLine(r.out, Line{Progress: p.step(r.what, now)})
}

// step returns the state of a step.
func (p *pace) step(name string, now time.Time) *Phase {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &Phase{Name: name, Done: p.done, Total: max(p.total, 0), Unit: "steps", Seconds: now.Sub(p.began).Round(time.Millisecond).Seconds()}
	if p.bytes {
		s.Unit = "bytes"
	}
	if left, ok := p.left(now); ok {
		s.Left = left.Round(time.Millisecond).Seconds()
	}
	return s
}
