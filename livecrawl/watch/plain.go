package watch

import (
	"fmt"
	"strings"
	"time"
)

// A lineClock says when a plain line is due: after 5 s, and then every 10 s.
type lineClock struct {
	next time.Duration
}

const (
	firstLine = 5 * time.Second
	everyLine = 10 * time.Second
)

// due says whether a line is due now, so long after the beginning, and counts it. Lines that were missed are not made up for.
func (l *lineClock) due(now time.Duration) bool {
	if l.next == 0 {
		l.next = firstLine
	}
	if now < l.next {
		return false
	}
	for l.next <= now {
		l.next += everyLine
	}
	return true
}

// plain is a View as one line.
func plain(v *Standing) string {
	parts := []string{figures(v.Pages)}
	r := v.Rates
	parts = append(parts, fmt.Sprintf("%s pages/s", r[0].Value), fmt.Sprintf("%s (%s)", r[2].Value, r[3].Value))
	if len(v.States) > 0 {
		parts = append(parts, figures(v.States[:min(len(v.States), 3)]))
	}
	if len(v.Hosts) > 1 {
		parts = append(parts, v.Hosts[1].Value+" hosts busy")
	}
	if len(v.Trust) > 1 && v.Trust[0].Name == "gamma" {
		parts = append(parts, fmt.Sprintf("gamma %s, HAK %s", v.Trust[0].Value, v.Trust[1].Value))
	}
	if v.Waits != "" {
		parts = append(parts, v.Waits)
	}
	done := v.Goal
	if v.Share > 0 {
		done = percent(v.Share) + ": " + done
	}
	parts = append(parts, done)
	if v.Left != "" {
		parts = append(parts, v.Left)
	}
	parts = append(parts, v.Memory)
	text := strings.Join(parts, "; ")
	if v.State != running {
		text = v.State + "; " + text
	}
	return "weft: " + v.Elapsed + ": " + text
}

// figures writes numbers with their names behind.
func figures(list []Figure) string {
	parts := make([]string, len(list))
	for i, f := range list {
		parts[i] = f.Value + " " + f.Name
	}
	return strings.Join(parts, ", ")
}

// percent writes a share; all is only what is all.
func percent(share float64) string { return fmt.Sprintf("%d %%", int(100*share)) }
