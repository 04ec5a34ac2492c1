// Package progress shows how far a command is: a bar with rate and time left on a terminal, a plain line now and then
// elsewhere. For other programs it writes lines of JSON. Of all bars one line is left when they are done.
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

	"weft/internal/digits"
	"weft/internal/inert"
)

// A Reporter shows one phase after the other. The methods of a nil Reporter do nothing. It is safe for concurrent use.
type Reporter struct {
	mu    sync.Mutex
	out   io.Writer
	bars  *mpb.Progress // nil without a terminal
	bar   *mpb.Bar
	what  string
	pace  *pace
	began time.Time       // of the first phase; zero before
	told  time.Time       // last, without a terminal, or when the phase began
	quiet time.Time       // since when there was no line, or no phase
	named map[string]bool // steps that had a line
	json  bool            // writes lines for other programs
	ended bool            // the last of these lines is the end of its step
}

// pause is the time between two plain lines, and before the first.
const pause = 5 * time.Second

// worthALine is how long the phases must have taken in all to leave a line.
const worthALine = time.Second

// New returns a Reporter to out; nil if quiet.
func New(out io.Writer, quiet bool) *Reporter {
	if quiet {
		return nil
	}
	r := &Reporter{out: out}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		r.draw(out)
	}
	return r
}

// draw shows bars.
func (r *Reporter) draw(out io.Writer, more ...mpb.ContainerOption) {
	r.bars = mpb.New(append(more, mpb.WithOutput(out), mpb.WithWidth(40), mpb.WithRefreshRate(150*time.Millisecond))...)
}

// Bytes reports that done bytes of total, 0 if that is not known, are through a phase.
func (r *Reporter) Bytes(what string, done, total int64) { r.show(what, done, total, true) }

// Steps reports that done steps of total, 0 if that is not known, are through a phase.
func (r *Reporter) Steps(what string, done, total int64) { r.show(what, done, total, false) }

func (r *Reporter) show(what string, done, total int64, bytes bool) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now, what := time.Now(), inert.Text(what)
	if r.began.IsZero() {
		r.began, r.quiet = now, now
	}
	fresh := what != r.what
	if fresh {
		r.end()
		r.what, r.pace = what, &pace{first: done, total: total, began: now, bytes: bytes}
		if !r.json {
			r.told = now
		}
		if r.bars != nil {
			r.bar = r.newBar(what, total)
		} else if !r.json && now.Sub(r.quiet) >= pause { // many phases report only once, or end before a line would show their progress
			r.line(what, now)
		}
	}
	r.pace.set(done, total)
	switch {
	case r.json:
		r.writeStep(now, fresh)
	case r.bar != nil:
		if total > 0 {
			r.bar.SetTotal(total, false)
		}
		r.bar.SetCurrent(done)
	case r.bars == nil && now.Sub(r.told) >= pause:
		r.line(what+r.pace.plain(now), now)
	}
}

// line writes a line where there is no terminal.
func (r *Reporter) line(text string, now time.Time) {
	r.told, r.quiet = now, now
	fmt.Fprintln(r.out, "weft: "+text) //nolint:errcheck // nobody else to tell
}

// newBar shows what is known: a bar with rate and time left, or what is done and for how long.
func (r *Reporter) newBar(what string, total int64) *mpb.Bar {
	name := decor.Name(what, decor.WC{W: len(what) + 1, C: decor.DindentRight})
	if total <= 0 {
		return r.bars.New(0, mpb.SpinnerStyle().PositionLeft(), mpb.BarWidth(3), mpb.BarRemoveOnComplete(), mpb.PrependDecorators(name), mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO)))
	}
	p := r.pace
	// Made without a total, which would end the bar when it is reached, and could not be changed.
	return r.bars.New(0, mpb.BarStyle().Rbound("|").Lbound("|"), mpb.BarRemoveOnComplete(), mpb.PrependDecorators(name),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.beside(time.Now()) })))
}

// end ends the phase.
func (r *Reporter) end() {
	r.what = ""
	if r.bar == nil {
		return
	}
	r.bar.SetTotal(-1, true) // as far as it is
	r.bar = nil
}

// Interrupt takes the bar away, so that something else can be written. The next phase draws its own.
func (r *Reporter) Interrupt() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
	if r.bars != nil {
		r.bars.Wait()
		r.draw(r.out)
	}
}

// Close ends the last phase and waits until everything is on the terminal. Where bars were drawn for long, it leaves a line.
func (r *Reporter) Close() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
	if r.bars == nil {
		return
	}
	r.bars.Wait()
	r.bars = nil
	if took := time.Since(r.began); !r.began.IsZero() && took >= worthALine {
		fmt.Fprintf(r.out, "weft: that took %s\n", digits.Duration(took)) //nolint:errcheck // nobody else to tell
	}
}
