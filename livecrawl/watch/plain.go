package watch

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
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

// unknownWidth is the width of plain lines where no terminal has one.
const unknownWidth = 120

// widthOf returns the number of columns of a terminal that is not drawn on, or unknownWidth.
func widthOf(out io.Writer) int {
	if f := terminal(out); f != nil {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return unknownWidth
}

// A part is a part of a plain line. Parts with the highest rank give way to their short texts first, which may be empty.
type part struct {
	rank        int
	text, short string
}

// plain is a View as one line of at most width columns.
func plain(v *Standing, width int) string {
	r := v.Rates
	parts := []part{{rank: 0, text: figures(v.Pages)}, {rank: 3, text: r[0].Value + " pages/s"}, {rank: 5, text: fmt.Sprintf("%s (%s)", r[2].Value, r[3].Value)}}
	if len(v.States) > 0 {
		parts = append(parts, part{rank: 6, text: figures(v.States[:min(len(v.States), 3)])})
	}
	if len(v.Hosts) > 1 {
		parts = append(parts, part{rank: 7, text: v.Hosts[1].Value + " hosts busy"})
	}
	if len(v.Trust) > 1 && v.Trust[0].Name == "gamma" {
		parts = append(parts, part{rank: 4, text: fmt.Sprintf("gamma %s, HAK %s", v.Trust[0].Value, v.Trust[1].Value)})
	}
	if v.Waits != "" {
		parts = append(parts, part{rank: 1, text: v.Waits, short: brief(v.Waits)})
	}
	done := part{rank: 2, text: v.Goal}
	if v.Share > 0 {
		done.text, done.short = percent(v.Share)+": "+v.Goal, percent(v.Share)
	}
	parts = append(parts, done)
	if v.Left != "" {
		parts = append(parts, part{rank: 3, text: v.Left})
	}
	return fitted("weft: "+v.Elapsed+": ", v.State, append(parts, part{rank: 8, text: v.Memory}), width)
}

// fitted joins the parts that fit into width columns. It cuts the line if the parts of rank 0 do not fit.
func fitted(start, state string, parts []part, width int) string {
	if state != running {
		start += state + "; "
	}
	for rank := 8; ; rank-- {
		var texts []string
		for _, p := range parts {
			if p.rank > rank {
				p.text = p.short
			}
			if p.text != "" {
				texts = append(texts, p.text)
			}
		}
		text := start + strings.Join(texts, "; ")
		switch n := utf8.RuneCountInString(text); {
		case n <= width:
			return text
		case rank == 0:
			return string([]rune(text)[:max(width, 0)])
		}
	}
}

// brief returns what a crawl waits for without the host and the time of the next request.
func brief(waits string) string {
	if i := strings.IndexAny(waits, "(,"); i > 0 {
		return strings.TrimSpace(waits[:i])
	}
	return waits
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
