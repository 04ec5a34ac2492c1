package trap

import (
	"bytes"

	"weft/internal/ascii"
)

// A date is a month that a URL names.
type date struct {
	year, month int
	segment     int // index of its first segment in the path; the number of segments if the date stands in the query
	// sure is false for two numbers that may be something else, such as a thread and its page.
	sure bool
	// spoken reports that a segment or the name of a parameter announces a date. It is set even if no date was found.
	spoken bool
}

// date finds the first date of a path or of a query: 2031/06, 2031/june, 2031-06, 2031-06-05 and june-2031 anywhere;
// year=2031 and month=6; 203106 and 20310605 only if the URL announces dates.
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

// dateIn finds 2031-06, 06-2031 and june-2031. If a date is announced, it also finds 20310605, and 203106 at the
// beginning of s. Six digits after other text, as in archive/t-260901.html, are as often the number of something.
func dateIn(s []byte, spoken bool) (y, m int, ok bool) {
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && '0' <= s[end] && s[end] <= '9' {
			end++
		}
		digits := s[i:end]
		switch n := len(digits); {
		case n == 4 && isYear(digits):
			if m := max(monthAfter(s, end), monthBefore(s, i)); m > 0 {
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

// monthAfter returns the month of two digits after a year and a dash, or 0.
func monthAfter(s []byte, end int) int {
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

// speaksOfDates reports whether a segment or the name of a parameter announces a date.
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

// isYear reports whether s is a number from 1500 to 2999.
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

// month returns 1 to 12 for a number of at most two digits, an English name, or its first three letters; otherwise 0.
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
