package robots

import (
	"encoding/binary"
	"strings"

	"weft/internal/corrupt"
)

// ErrCorrupt marks the errors of decoders: errors.Is(err, ErrCorrupt).
var ErrCorrupt = corrupt.Err

// A Policy holds the rules of a robots.txt for one crawler. The zero value allows everything and takes no further
// memory. Any other Policy is one string, which is also its encoding, with the rules in the order of trial.
// Policies can be compared with ==, so that many hosts can share one string.
type Policy struct {
	// A byte of flags, a uvarint of the delay in milliseconds plus one (0: no delay), and rules. A rule is a
	// uvarint and the pattern. The uvarint is four times the length, plus 1 for Allow, plus 2 for a rule on the
	// encoded query.
	s string
}

const (
	policyVersion = 1
	googleFlag    = 0x80
)

// robotsPath may always be fetched (section 2.2.2).
const robotsPath = "/robots.txt"

func newPolicy(rules []rule, delay int64, google bool) Policy {
	rules = inOrder(rules)
	if len(rules) == 0 && delay < 0 {
		return Policy{}
	}
	size := 1 + binary.MaxVarintLen64
	for _, r := range rules {
		size += binary.MaxVarintLen32 + len(r.pattern)
	}
	b := make([]byte, 1, size)
	b[0] = policyVersion
	if google {
		b[0] |= googleFlag
	}
	b = binary.AppendUvarint(b, uint64(delay+1))
	for _, r := range rules {
		b = binary.AppendUvarint(b, uint64(len(r.pattern))<<ruleBits|uint64(r.flags))
		b = append(b, r.pattern...)
	}
	return Policy{string(b)}
}

// Allowed reports whether a path with its query, such as "/a?b", may be fetched. "" stands for "/", a fragment is
// ignored, and /robots.txt is always allowed. It takes O(length of the path) for each rule, whatever its
// wildcards. It allocates nothing if the path is normalised, as the paths of canonical URLs mostly are.
func (p Policy) Allowed(path string) bool {
	r, ok := p.decide(path)
	return !ok || r.flags&allowBit != 0
}

// Rule returns the rule that decides about a path, as "Disallow /private" or "Allow /private/x", or "" if none matches. The
// pattern is in the form that is compared.
func (p Policy) Rule(path string) string {
	r, ok := p.decide(path)
	switch {
	case !ok:
		return ""
	case r.flags&allowBit != 0:
		return "Allow " + r.pattern
	}
	return "Disallow " + r.pattern
}

// decide returns the first rule that matches.
func (p Policy) decide(path string) (r rule, ok bool) {
	if p.s == "" {
		return r, false
	}
	path, _, _ = strings.Cut(path, "#")
	if path == robotsPath {
		return r, false
	}
	plain := normalPath(path, p.s[0]&googleFlag != 0)
	query := ""
	for c := p.rules(); c.next(); {
		subject := plain
		if c.flags&queryBit != 0 {
			if query == "" {
				query = encodeQuery(plain)
			}
			subject = query
		}
		if match(c.pattern, subject) {
			return c.rule, true
		}
	}
	return r, false
}

// DelayMillis returns the Crawl-delay in milliseconds, at most a year, and whether there is one; -1 if not.
func (p Policy) DelayMillis() (ms int64, ok bool) {
	if p.s == "" {
		return -1, false
	}
	delay, _ := uvarint(p.s[1:])
	return int64(delay) - 1, delay > 0
}

// AppendBinary appends the encoding, which does not include its own length. The zero value has an empty encoding.
// The error is nil.
func (p Policy) AppendBinary(dst []byte) ([]byte, error) { return append(dst, p.s...), nil }

// UnmarshalBinary reads what AppendBinary wrote. An error is marked with [ErrCorrupt] and leaves the policy as it is.
func (p *Policy) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		*p = Policy{}
		return nil
	}
	if data[0]&^googleFlag != policyVersion {
		return corrupt.Errorf("policy of robots.txt: version %d, this program reads %d", data[0]&^googleFlag, policyVersion)
	}
	delay, n := binary.Uvarint(data[1:])
	if n <= 0 || delay > maxDelay*1000+1 {
		return corrupt.Errorf("policy of robots.txt: no crawl delay at byte 1")
	}
	for at := 1 + n; at < len(data); {
		head, n := binary.Uvarint(data[at:])
		if n <= 0 || head>>ruleBits > uint64(len(data)-at-n) {
			return corrupt.Errorf("policy of robots.txt: the rule at byte %d ends beyond the end, %d", at, len(data))
		}
		at += n + int(head>>ruleBits)
	}
	*p = Policy{string(data)}
	return nil
}

// A ruleCursor goes through the rules of an encoded policy.
type ruleCursor struct {
	rule
	rest string
}

func (p Policy) rules() ruleCursor {
	_, n := uvarint(p.s[1:])
	return ruleCursor{rest: p.s[1+n:]}
}

func (c *ruleCursor) next() bool {
	if c.rest == "" {
		return false
	}
	head, n := uvarint(c.rest)
	end := n + int(head>>ruleBits)
	c.rule = rule{c.rest[n:end], uint8(head) & (1<<ruleBits - 1)}
	c.rest = c.rest[end:]
	return true
}

// uvarint is binary.Uvarint for a string whose integers are known to be whole.
func uvarint(s string) (x uint64, n int) {
	for shift := 0; ; shift += 7 {
		c := s[n]
		n++
		x |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return x, n
		}
	}
}
