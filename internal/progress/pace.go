package progress

import (
	"fmt"
	"sync"
	"time"

	"weft/internal/digits"
)

// A pace is how far a phase is, and how fast it went so far. It is safe for concurrent use.
type pace struct {
	mu                 sync.Mutex
	first, done, total int64 // first is the work that was done when the phase began, for example by an earlier run
	began              time.Time
	bytes              bool
}

// soon is how long a phase continues before its rate means something, and enough the share, in thousandths, that must be done.
const (
	soon   = 2 * time.Second
	enough = 5
)

func (p *pace) set(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
}

// rate returns the work per second; 0 if it is still unknown.
func (p *pace) rate(now time.Time) float64 {
	if elapsed := now.Sub(p.began); elapsed >= soon && p.done > p.first {
		return float64(p.done-p.first) / elapsed.Seconds()
	}
	return 0
}

// left returns the remaining time of the phase at its mean rate. It returns false if the total is unknown or was
// passed, or if too little is done.
func (p *pace) left(now time.Time) (time.Duration, bool) {
	rate := p.rate(now)
	if rate == 0 || p.total <= 0 || p.done >= p.total || 1000*float64(p.done-p.first) < enough*float64(p.total-p.first) {
		return 0, false
	}
	return time.Duration(float64(p.total-p.done) / rate * float64(time.Second)), true
}

func (p *pace) count(n int64) string {
	if p.bytes {
		return digits.Size(n)
	}
	return digits.Grouped(n)
}

// percent is the share that is done; 100 only at the end.
func (p *pace) percent() int64 {
	return int64(100 * (float64(min(p.done, p.total)) / float64(p.total)))
}

// beside stands beside a bar.
func (p *pace) beside(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total <= 0 {
		return digits.Duration(now.Sub(p.began))
	}
	return fmt.Sprintf("%3d %%", p.percent()) + p.speed(now)
}

// speed returns the rate and the remaining time as text, as far as they are known.
func (p *pace) speed(now time.Time) string {
	text := ""
	if rate := p.rate(now); rate >= 1 {
		text = ", " + p.count(int64(rate)) + "/s"
	}
	if left, ok := p.left(now); ok {
		text += ", " + digits.Roughly(left) + " left"
	}
	return text
}

// plain returns the text of a line after the name of the phase.
func (p *pace) plain(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total <= 0 || p.done <= 0 {
		return ", " + digits.Duration(now.Sub(p.began)) + " so far"
	}
	return fmt.Sprintf(": %s of %s (%d %%)", p.count(p.done), p.count(p.total), p.percent()) + p.speed(now)
}
