package watch

import (
	"fmt"
	"io"
	"strings"

	"weft/algo/hak"
	"weft/internal/digits"
	"weft/livecrawl"
)

// Draws says whether the view will be drawn on out, and not told in plain lines: on a terminal.
func Draws(out io.Writer) bool { return newScreen(out) != nil }

// trustFigures show how far the ranking can be trusted: γ, HAK, the sources of doubt, and the graph that was
// ranked. There are none before the first estimate.
func (s *sample) trustFigures() []Figure {
	var out []Figure
	if t := s.Trust; t != nil {
		estimate, doubts := fraction(t.HAK), make([]string, len(t.Doubts))
		for i, d := range t.Doubts {
			doubts[i] = s.show(hak.Doubt(d).Brief())
		}
		if len(doubts) > 0 {
			estimate += " (unsure)"
		}
		out = append(out, Figure{"gamma", fraction(t.Gamma)}, Figure{"HAK", estimate})
		if len(doubts) > 0 {
			out = append(out, Figure{"unsure because", strings.Join(doubts, ", and ")})
		}
		out = append(out, Figure{"of", digits.Grouped(t.Learnt) + " responses"}, Figure{"made", digits.Duration(s.now.Sub(t.Made)) + " ago"})
	}
	if s.TrustWhy != "" {
		out = append(out, Figure{"trouble", s.show(s.TrustWhy)})
	}
	return out
}

// fraction writes γ or HAK.
func fraction(f float64) string { return fmt.Sprintf("%.3f", f) }

// trustGoal says how far rules about trust are from ending the crawl; "" without one.
func (s *sample) trustGoal() string {
	var b strings.Builder
	for _, c := range s.about.Limits.Until {
		if !c.AboutTrust() {
			continue
		}
		fmt.Fprintf(&b, "; %s %s, ends at %g", trustNames[c.Name], s.trustSoFar(c), c.Value)
	}
	return b.String()
}

// trustNames are the names in rules about trust.
var trustNames = map[string]string{"gamma": "gamma", "hak": "HAK"}

func (s *sample) trustSoFar(c livecrawl.Condition) string {
	v, sound := s.Trust.About(c.Name)
	switch {
	case s.Trust == nil:
		return "not known yet"
	case !sound:
		return fraction(v) + " (unsure)"
	}
	return fraction(v)
}

// trustStyle writes γ 0.73, with the letter where there is Unicode.
func (l *layout) trustStyle(f Figure) []span {
	style := bold
	switch f.Name {
	case "gamma":
		f.Name = l.pick("γ", "gamma")
	case "unsure because", "trouble":
		style = yellow
	}
	return []span{{f.Name + " ", ""}, {f.Value, style}}
}
