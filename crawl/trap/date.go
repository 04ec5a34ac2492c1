package trap

import (
	"bytes"

	"weft/internal/ascii"
)

// A date is a month that a URL names.
type date struct {
	year, month int
	segment     int // the first of the path that belongs to it; the number of segments if it stands in the query
	// sure says that it is hardly two numbers that happen to stand together, such as those of a thread and a page.
	sure bool
	// spoken says that a segment or the name of a parameter announces a date; it is told where no date was found.
	spoken bool
}

// date finds the first date of a path, or of a query: 2031/06, 2031/june, 2031-06, 2031-06-05, june-2031 anywhere; year=2031
// and month=6; and 203106 or 20310605 where the URL speaks of dates.
func (p *parts) date() (date, bool) {
	speaks := false
	for i, s := range p.segments {
		speaks = speaks || speaksOfDates(s)
		if y, m, ok := dateIn(s, speaks); ok {
			return date{year: y, month: m, segment: i, sure: true}, true
		}
		if i+1 == len(p.segments) {
			break
		}
		next := p.segments[i+1]
		if m := month(next); m > 0 && isYear(s) {
			return date{year: atoi(s), month: m, segment: i, sure: speaks || next[0] < '1' || next[0] > '9'}, true
		}
		if m := month(s); m > 0 && !ascii.IsNumber(s) && isYear(next) {
			return date{year: atoi(next), month: m, segment: i, sure: true}, true
		}
	}
	return p.dateOfQuery(speaks)
}

func (p *parts) dateOfQuery(speaks bool) (date, bool) {
	d := date{segment: len(p.segments), sure: true, spoken: speaks}
	for _, s := range p.params {
		key, value, _ := bytes.Cut(s, []byte{'='})
		named := speaks || speaksOfDates(key)
		d.spoken = d.spoken || named
		if y, m, ok := dateIn(value, named); ok {
			d.year, d.month = y, m
			return d, true
		}
		switch string(bytes.ToLower(key)) {
		case "year", "yr", "y", "jahr", "annee", "ano":
			if isYear(value) {
				d.year = atoi(value)
			}
		case "month", "mon", "m", "mo", "monat", "mois", "mes":
			d.month = month(value)
		}
	}
	d.month = max(d.month, 1)
	return d, d.year > 0
}

// dateIn looks for 2031-06, 06-2031 and june-2031, and where a date is spoken of for 20310605, and for 203106 at the
// beginning: behind other text, as in archive/t-260901.html, six digits are as often the number of something.
func dateIn(s []byte, spoken bool) (y, m int, ok bool) {
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && '0' <= s[end] && s[end] <= '9' {
			end++
		}
		digits := s[i:end]
		switch n := len(digits); {
		case n == 4 && isYear(digits):
			if m := max(monthBehind(s, end), monthBefore(s, i)); m > 0 {
				return atoi(digits), m, true
			}
		case spoken && (n == 8 || n == 6 && i == 0) && isYear(digits[:4]):
			if m := month(digits[4:6]); m > 0 && (n == 6 || atoi(digits[6:]) <= 31) {
				return atoi(digits[:4]), m, true
			}
		}
		i = end + 1
	}
	return 0, 0, false
}

// monthBehind returns the month of two digits behind a year and a dash, or 0.
func monthBehind(s []byte, end int) int {
	if end+2 >= len(s) || !isDash(s[end]) || len(s) > end+3 && ascii.IsNumber(s[end+3:end+4]) {
		return 0
	}
	return month(s[end+1 : end+3])
}

// monthBefore returns the month before a dash and a year: a name, or two digits.
func monthBefore(s []byte, start int) int {
	if start == 0 || !isDash(s[start-1]) {
		return 0
	}
	begin := start - 1
	for begin > 0 && !isDash(s[begin-1]) {
		begin--
	}
	if word := s[begin : start-1]; len(word) >= 2 {
		return month(word)
	}
	return 0
}

func isDash(c byte) bool { return c == '-' || c == '_' }

// speaksOfDates says whether a segment or the name of a parameter announces a date.
func speaksOfDates(s []byte) bool {
	switch string(s) {
	case "day", "date", "archive", "archives":
		return true
	}
	for _, w := range []string{"calend", "event", "agenda", "schedule", "month", "week"} {
		if bytes.Contains(s, []byte(w)) {
			return true
		}
	}
	return false
}

// isYear says whether s is a number from 1500 to 2999.
func isYear(s []byte) bool {
	return len(s) == 4 && ascii.IsNumber(s) && (s[0] == '1' && s[1] >= '5' || s[0] == '2')
}

func atoi(s []byte) int {
	n := 0
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return n
}

var months = [...]string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
}

// month returns 1 to 12 for a number of one or two digits, or an English name or its first three letters; else 0.
func month(s []byte) int {
	if ascii.IsNumber(s) && len(s) <= 2 {
		if m := atoi(s); m <= 12 {
			return m
		}
		return 0
	}
	if len(s) < 3 {
		return 0
	}
	for i, name := range months {
		if bytes.EqualFold(s, []byte(name)) || bytes.EqualFold(s, []byte(name[:3])) {
			return i + 1
		}
	}
	return 0
}
