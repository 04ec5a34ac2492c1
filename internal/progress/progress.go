// Package progress shows how far a command is: a bar with rate and time left on a terminal, a plain line now and then
// elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"weft/internal/inert"
	"weft/internal/mem"
)

// A Reporter shows one phase after the other. The methods of a nil Reporter do nothing. It is safe for concurrent use.
type Reporter struct {
	mu    sync.Mutex
	out   io.Writer
	bars  *mpb.Progress // nil without a terminal
	bar   *mpb.Bar
	what  string
	total int64
	start time.Time
	told  time.Time
}

// pause is the time between two plain lines, and before the first.
const pause = 5 * time.Second

// New returns a Reporter to out; nil if quiet.
func New(out io.Writer, quiet bool) *Reporter {
	if quiet {
		return nil
	}
	r := &Reporter{out: out}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		r.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(40), mpb.WithRefreshRate(150*time.Millisecond))
	}
	return r
}

// Bytes tells that done bytes of total, 0 if that is not known, are through a phase.
func (r *Reporter) Bytes(what string, done, total int64) { r.show(what, done, total, true) }

// Steps tells that done steps of total, 0 if that is not known, are through a phase.
func (r *Reporter) Steps(what string, done, total int64) { r.show(what, done, total, false) }

func (r *Reporter) show(what string, done, total int64, bytes bool) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now, what := time.Now(), inert.Text(what)
	if what != r.what {
		r.end()
		r.what, r.total, r.start, r.told = what, total, now, now
		if r.bars != nil {
			r.bar = r.newBar(what, total, bytes)
		}
	}
	switch {
	case r.bar != nil:
		r.bar.SetCurrent(done)
	case r.bars == nil && now.Sub(r.told) >= pause:
		r.told = now
		fmt.Fprintln(r.out, plain(what, done, total, now.Sub(r.start), bytes)) //nolint:errcheck // nobody else to tell
	}
}

// newBar shows what is known: a bar with rate and time left, or what is done and for how long.
func (r *Reporter) newBar(what string, total int64, bytes bool) *mpb.Bar {
	name := decor.Name(what, decor.WC{W: len(what) + 1, C: decor.DindentRight})
	if total <= 0 {
		return r.bars.New(0, mpb.SpinnerStyle().PositionLeft(), mpb.BarWidth(3), mpb.BarFillerOnComplete("   "), mpb.PrependDecorators(name), mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO)))
	}
	speed := decor.AverageSpeed(0, "%.1f/s")
	if bytes {
		speed = decor.AverageSpeed(decor.SizeB1024(0), "% .1f")
	}
	return r.bars.New(total, mpb.BarStyle().Rbound("|").Lbound("|"), mpb.PrependDecorators(name),
		mpb.AppendDecorators(decor.Percentage(), decor.Name(" "), speed, decor.Name(", left "), decor.AverageETA(decor.ET_STYLE_GO)))
}

// plain is a line without a terminal.
func plain(what string, done, total int64, elapsed time.Duration, bytes bool) string {
	count := func(n int64) string {
		if bytes {
			return mem.Format(n)
		}
		return fmt.Sprint(n)
	}
	if total <= 0 || done <= 0 {
		return fmt.Sprintf("weft: %s, %s so far", what, elapsed.Round(time.Second))
	}
	rate := float64(done) / elapsed.Seconds()
	left := time.Duration(float64(total-done) / rate * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("weft: %s: %s of %s (%.0f %%), %s/s, %s left", what, count(done), count(total), 100*float64(done)/float64(total), count(int64(rate)), left)
}

func (r *Reporter) end() {
	if r.bar == nil {
		return
	}
	if r.total > 0 {
		r.bar.SetCurrent(r.total)
	}
	r.bar.EnableTriggerComplete()
	r.bar.SetTotal(-1, true)
	r.bar = nil
}

// Close ends the last phase and waits until everything is on the terminal.
func (r *Reporter) Close() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
	r.what = ""
	if r.bars != nil {
		r.bars.Wait()
		r.bars = nil
	}
}
