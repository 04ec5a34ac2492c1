package sitemap

import "strings"

// Unix returns the seconds since 1970 of a date as sitemaps and feeds have it, without fractions, and whether it is one: of
// the W3C profile of ISO 8601, "2004", "2004-12", "2004-12-23", "2004-12-23T18:00:15+09:00", where what is absent is the
// first, a space for the T will do and no zone is UTC; or of RFC 822 and 5322, "Thu, 05 Jan 2017 13:34:51 +0100", where the
// weekday may be absent, years below 50 are of this century, and the zone must be there.
func Unix(date string) (seconds int64, ok bool) {
	s := strings.TrimSpace(date)
	c := &clock{month: 1, day: 1}
	if len(s) >= 4 && isDigits(s[:4]) {
		ok = c.w3c(s)
	} else {
		ok = c.rfc822(s)
	}
	if !ok || !c.valid() {
		return 0, false
	}
	return c.unix(), true
}

// A clock is a date and time, and where the zone stands from UTC in seconds.
type clock struct{ year, month, day, hour, minute, second, zone int }

func (c *clock) w3c(s string) bool {
	rest, ok := number(s, 4, &c.year)
	for _, part := range []*int{&c.month, &c.day} {
		if !ok || rest == "" {
			return ok
		}
		if rest, ok = strings.CutPrefix(rest, "-"); ok {
			rest, ok = number(rest, 2, part)
		}
	}
	if !ok || rest == "" {
		return ok
	}
	if rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ' {
		return false
	}
	if rest, ok = c.time(rest[1:]); !ok {
		return false
	}
	return rest == "" || c.offset(strings.TrimSpace(rest))
}

func (c *clock) rfc822(s string) bool {
	if _, rest, ok := strings.Cut(s, ","); ok {
		s = rest
	}
	words := strings.Fields(s)
	if len(words) != 5 {
		return false
	}
	if rest, ok := number(words[0], len(words[0]), &c.day); !ok || rest != "" || len(words[0]) > 2 {
		return false
	}
	if len(words[1]) < 3 {
		return false
	}
	i := strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(words[1][:3]))
	c.month = i/3 + 1
	if i < 0 || i%3 != 0 {
		return false
	}
	if rest, ok := number(words[2], len(words[2]), &c.year); !ok || rest != "" || len(words[2]) != 2 && len(words[2]) != 4 {
		return false
	}
	if len(words[2]) == 2 {
		c.year += 1900
		if c.year < 1950 {
			c.year += 100
		}
	}
	rest, ok := c.time(words[3])
	return ok && rest == "" && c.offset(words[4])
}

// time reads hh:mm, seconds and a fraction.
func (c *clock) time(s string) (rest string, ok bool) {
	if rest, ok = number(s, 2, &c.hour); !ok || !strings.HasPrefix(rest, ":") {
		return "", false
	}
	if rest, ok = number(rest[1:], 2, &c.minute); !ok || !strings.HasPrefix(rest, ":") {
		return rest, ok
	}
	if rest, ok = number(rest[1:], 2, &c.second); ok && strings.HasPrefix(rest, ".") {
		rest = strings.TrimLeft(rest[1:], "0123456789")
	}
	return rest, ok
}

// zones are the names of RFC 822, in hours.
var zones = map[string]int{
	"Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}

// offset reads a name, +hh:mm or +hhmm.
func (c *clock) offset(s string) bool {
	if hours, ok := zones[strings.ToUpper(s)]; ok {
		c.zone = hours * 3600
		return true
	}
	if s == "" || s[0] != '+' && s[0] != '-' {
		return false
	}
	var hours, minutes int
	rest, ok := number(s[1:], 2, &hours)
	if !ok {
		return false
	}
	rest, ok = number(strings.TrimPrefix(rest, ":"), 2, &minutes)
	c.zone = hours*3600 + minutes*60
	if s[0] == '-' {
		c.zone = -c.zone
	}
	return ok && rest == "" && hours < 24 && minutes < 60
}

func (c *clock) valid() bool {
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if c.month < 1 || c.month > 12 {
		return false
	}
	last := days[c.month-1]
	if leap := c.year%4 == 0 && (c.year%100 != 0 || c.year%400 == 0); leap && c.month == 2 {
		last++
	}
	return 1 <= c.day && c.day <= last && c.hour < 24 && c.minute < 60 && c.second <= 60
}

// unix counts days in years that begin in March, so that the leap day is the last.
func (c *clock) unix() int64 {
	y, m := c.year, c.month-3
	if m < 0 {
		y, m = y-1, m+12
	}
	y += 400 // so that no year is negative; 400 years have 146097 days
	days := 365*y + y/4 - y/100 + y/400 - 146097 + (153*m+2)/5 + c.day - 1
	const epoch = 719468 // 1970-01-01 counted from 0000-03-01
	return int64(days-epoch)*86400 + int64(c.hour*3600+c.minute*60+c.second-c.zone)
}

// number reads n digits, at least one.
func number(s string, n int, v *int) (rest string, ok bool) {
	if n < 1 || n > 4 || len(s) < n || !isDigits(s[:n]) {
		return s, false
	}
	*v = 0
	for _, d := range s[:n] {
		*v = *v*10 + int(d-'0')
	}
	return s[n:], true
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
