package trap

import (
	"weft/internal/ascii"
)

// alone returns the rule that the current URL breaks on its own, whatever its shape; None for none.
func (g *Guard) alone(length int) Rule {
	p := &g.parts
	switch {
	case over(length, g.opt.Length):
		return Long
	case over(len(p.segments), g.opt.Segments):
		return Deep
	case over(p.again(), g.opt.Again), repeats(p.segments, g.opt.Repeats):
		return Repeated
	case over(len(p.params), g.opt.Params):
		return Params
	}
	if d, ok := p.date(); ok && g.far(d) {
		return Far
	}
	return None
}

func over(n, limit int) bool { return limit >= 0 && n > limit }

// far reports whether a date is far from now.
func (g *Guard) far(d date) bool {
	if g.opt.Year == 0 || !d.sure {
		return false
	}
	months := 12*(d.year-g.opt.Year) + d.month - max(g.opt.Month, 1)
	return over(months, g.opt.Ahead) || over(-months, 12*g.opt.Back)
}

// repeats reports whether a block of segments stands more than limit times in a row. Time: quadratic in the segments.
func repeats(segments [][]byte, limit int) bool {
	if limit < 0 {
		return false
	}
	for period := 1; period*(limit+1) <= len(segments); period++ {
		run := 0
		for i := period; i < len(segments); i++ {
			if string(segments[i]) != string(segments[i-period]) {
				run = 0
			} else if run++; run >= period*limit {
				return true
			}
		}
	}
	return false
}

// again counts the segments that occurred earlier in the path. Numbers do not count.
func (p *parts) again() int {
	n := 0
	for i, s := range p.segments {
		if ascii.IsNumber(s) {
			continue
		}
		for _, before := range p.segments[:i] {
			if string(s) == string(before) {
				n++
				break
			}
		}
	}
	return n
}
