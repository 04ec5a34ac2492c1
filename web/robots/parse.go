package robots

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
)

// MaxSize is how many bytes of a robots.txt are read, 500 KiB: the least that RFC 9309 (section 2.5) lets a parser read.
const MaxSize = 500 << 10

// googleLine is the number of bytes of a line that Google's parser keeps: a buffer of eight times the longest URL
// of older browsers, 2083 bytes, without the terminator.
const googleLine = 2083*8 - 1

// Options changes how robots.txt is read. The zero value is RFC 9309.
type Options struct {
	// Google follows Google's published parser where it differs:
	//
	//   - a product token ends at the first character other than a letter, "-" and "_";
	//   - "disalow" and other typos are understood, and lines without a colon;
	//   - 16,663 bytes of a line count;
	//   - "Allow: /dir/index.html" allows /dir/ as well;
	//   - "%62" and "b" differ, and so do "%2A" and "*".
	Google bool
}

// Parse reads a robots.txt. It does not fail: lines that are not understood, and rules before the first user-agent line,
// are passed over. Lines end at CR, LF or both; bytes that are no UTF-8 stand for themselves. It takes linear time, and the
// result memory in proportion to the file.
func Parse(data []byte, o Options) *Rules {
	p := parser{r: &Rules{google: o.Google}, group: -1}
	for line := range strings.SplitSeq(text(data), "\n") {
		for part := range strings.SplitSeq(line, "\r") {
			p.line(part)
		}
	}
	p.r.first = append(p.r.first, int32(len(p.r.lines))) // the end of the last group
	return p.r
}

// text returns what of a file is read, without byte order mark.
func text(data []byte) string {
	if len(data) > MaxSize {
		data = data[:1+bytes.LastIndexAny(data[:MaxSize+1], "\r\n")] // a line that is cut would be another rule
	}
	if len(data) >= 2 {
		switch {
		case data[0] == 0xff && data[1] == 0xfe:
			return decode16(data[2:], binary.LittleEndian)
		case data[0] == 0xfe && data[1] == 0xff:
			return decode16(data[2:], binary.BigEndian)
		}
	}
	return strings.TrimPrefix(string(data), "\ufeff")
}

func decode16(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

// A parser builds the rules line by line.
type parser struct {
	r       *Rules
	group   int32 // that user-agent lines and rules go to; -1 before the first
	closed  bool  // the group has rules: a user-agent line begins another
	delayed bool  // the last line of the group was a Crawl-delay: a user-agent line begins another run
}

func (p *parser) line(s string) {
	if p.r.google && len(s) > googleLine {
		s = s[:googleLine]
	}
	s, _, _ = strings.Cut(s, "#")
	name, value, ok := strings.Cut(s, ":")
	if !ok {
		if !p.r.google {
			return
		}
		name, value = twoWords(trim(s))
	}
	value = trim(value)
	switch fieldOf(trim(name), p.r.google) {
	case fieldAgent:
		p.agent(value)
	case fieldAllow:
		p.rule(value, true)
	case fieldDisallow:
		p.rule(value, false)
	case fieldDelay:
		p.delay(value)
	case fieldSitemap:
		p.r.addSitemap(value)
	}
}

func (p *parser) agent(value string) {
	r := p.r
	if p.group < 0 || p.closed {
		p.group++
		p.closed = false
		r.first = append(r.first, int32(len(r.lines)))
		r.delays = append(r.delays, -1)
	} else if p.delayed {
		r.delays = append(r.delays, -1)
	}
	p.delayed = false
	r.agents = append(r.agents, agent{token: p.token(value), group: p.group, run: int32(len(r.delays) - 1)})
}

// token returns the product token at the start of the value of a user-agent line. RFC 9309 allows only letters,
// "-" and "_", but names such as MJ12bot and 008 are in use. So without Google's rule a token ends where a
// version, a list or a comment may begin.
func (p *parser) token(value string) string {
	if strings.HasPrefix(value, "*") && (len(value) == 1 || isBlank(value[1])) {
		return "*"
	}
	for i := range len(value) {
		c := value[i]
		if p.r.google && !isGoogleToken(c) || !p.r.google && (isBlank(c) || strings.IndexByte("/,;(<", c) >= 0) {
			return value[:i]
		}
	}
	return value
}

func (p *parser) rule(path string, allow bool) {
	if p.group < 0 {
		return
	}
	p.closed, p.delayed = true, false
	// A path that begins otherwise matches nothing, and an empty rule has no effect.
	if path != "" && (path[0] == '/' || path[0] == '*') {
		p.r.lines = append(p.r.lines, line{path, allow})
	}
}

func (p *parser) delay(value string) {
	if p.group < 0 {
		return
	}
	p.delayed = true
	if strings.Trim(value, "0123456789.") != "" {
		return
	}
	if s, err := strconv.ParseFloat(value, 64); err == nil || errors.Is(err, strconv.ErrRange) { // infinite, then
		last := &p.r.delays[len(p.r.delays)-1]
		*last = max(*last, int64(min(s, maxDelay)*1000))
	}
}

// maxDelay is the largest Crawl-delay in seconds: a year.
const maxDelay = 365 * 24 * 3600
