package watch

import (
	"strings"
	"unicode/utf8"
)

// compose makes the lines of a View for a terminal. Each has a rank of its own.
func compose(v *Standing, l layout) []line {
	lines := []line{l.title(v), l.bar(v)}
	add := func(label string, rank int, list []Figure, format func(Figure) []span) {
		if len(list) > 0 {
			x := l.labelled(label, rank)
			l.figures(&x, list, format)
			lines = append(lines, x)
		}
	}
	add("pages", 1, v.Pages, valueFirst)
	add("rates", 2, v.Rates, valueFirst)
	add("states", 13, v.States, valueFirst)
	add("errors", 5, v.Errors, l.nameFirst(red))
	for i, text := range []string{v.Waits, v.News} {
		if text != "" {
			x := l.labelled([]string{"waits", "news"}[i], 4+10*i)
			x.add(yellow, text)
			lines = append(lines, x)
		}
	}
	add("rules", 9, v.Rules, l.nameFirst(""))
	add("hosts", 6, v.Hosts, valueFirst)
	add("trust", 7, v.Trust, l.trustStyle)
	if l.help {
		lines = append(lines, l.helpLines()...)
	} else {
		lines = append(lines, l.slow(v.Slow)...)
		lines = append(lines, l.busy(v.Busy)...)
	}
	lines = append(lines, l.foot(v))
	if l.keys && !l.help {
		lines = append(lines, l.keyLine(v))
	}
	return l.fit(lines)
}

func (l *layout) title(v *Standing) line {
	x := line{rank: 3}
	x.add(bold, "weft crawl "+v.Crawl)
	x.add("", "  ")
	switch v.State {
	case paused:
		x.add(yellow, "paused")
	case ending:
		x.add(yellow, "ending: "+v.Why)
	default:
		x.add(cyan, "running")
	}
	x.add("", " "+v.Elapsed)
	x.add(dim, "  "+v.What)
	return x
}

// bar shows the share that is done, as long as there is room for.
func (l *layout) bar(v *Standing) line {
	text := v.Goal
	if v.Left != "" {
		text = v.Left + l.pick(" · ", ", ") + text
	}
	x := line{rank: 0}
	if v.Share >= 0 {
		share := percent(v.Share)
		if n := min(l.width-utf8.RuneCountInString(share+text)-3, 24); n >= 5 {
			full := int(v.Share * float64(n))
			x.add(cyan, strings.Repeat(l.pick("█", "#"), full))
			x.add(dim, strings.Repeat(l.pick("░", "-"), n-full))
			x.add("", " ")
		}
		x.add(bold, share)
		x.add("", "  ")
	}
	if v.State == paused && l.height <= 4 {
		x.add(yellow, "paused  ")
	}
	x.add("", text)
	return x
}

// keyLine lists the keys that work now.
func (l *layout) keyLine(v *Standing) line {
	var list []string
	switch {
	case v.State == ending:
		list = append(list, "q give up pages under way")
	case v.State == paused:
		list = append(list, "p go on", "q stop")
	case v.CanPause:
		list = append(list, "p pause", "q stop")
	default:
		list = append(list, "q stop")
	}
	x := l.labelled("keys", 12)
	x.add(dim, strings.Join(append(list, "? help"), l.pick(" · ", ", ")))
	return x
}

// slow lists the hosts that will take longest.
func (l *layout) slow(hosts []Host) []line {
	var out []line
	for i, h := range hosts[:min(len(hosts), 3)] {
		label := ""
		if i == 0 {
			label = "slowest"
		}
		x := l.labelled(label, 8+6*min(i, 1)+i)
		x.add("", h.Name)
		x.add(dim, "  queue "+h.Waiting+", delay "+h.Delay+", next "+h.Next+", "+h.Left+" left")
		out = append(out, x)
	}
	return out
}

// busy lists the pages that take longest.
func (l *layout) busy(pages []Figure) []line {
	var out []line
	for i, p := range pages[:min(len(pages), 3)] {
		label := ""
		if i == 0 {
			label = "longest"
		}
		x := l.labelled(label, 10+7*min(i, 1)+i)
		x.add(bold, p.Value)
		x.add("", "  "+p.Name)
		out = append(out, x)
	}
	return out
}

func (l *layout) foot(v *Standing) line {
	x := l.labelled("memory", 11)
	x.add(bold, v.Memory)
	x.add(dim, l.pick(" · ", ", ")+"ends "+v.Ends)
	return x
}

// helpLines explain keys and words.
func (l *layout) helpLines() []line {
	var out []line
	for i, text := range []string{
		"p, space  pause, or continue (SIGUSR1 does the same)",
		"q         stop (weft crawl --resume continues); again: stop at once",
		"Ctrl-C    as q; a second one ends the process at once",
		"?, h      hosts and pages instead of this",
		"not requested: known, and left for later",
		"left out  when found: by scope or depth; excluded, cut: when its turn came",
		"trust     gamma: share of links inside; HAK: expected Kendall's tau",
	} {
		x := line{rank: 20 + i}
		if l.labels() > 0 {
			x.add("", strings.Repeat(" ", l.labels()))
		}
		x.add(dim, text)
		out = append(out, x)
	}
	return out
}
