package robots

import "strings"

// A field is the kind of a line.
type field uint8

const (
	fieldOther field = iota
	fieldAgent
	fieldAllow
	fieldDisallow
	fieldDelay
	fieldSitemap
)

var fields = [...]string{
	fieldAgent: "user-agent", fieldAllow: "allow", fieldDisallow: "disallow", fieldDelay: "crawl-delay", fieldSitemap: "sitemap",
}

// googleFields are the beginnings by which Google's parser knows lines, and the typos that it forgives.
var googleFields = [...][]string{
	fieldAgent:    {"user-agent", "useragent", "user agent"},
	fieldAllow:    {"allow"},
	fieldDisallow: {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"},
	fieldDelay:    {"crawl-delay"},
	fieldSitemap:  {"sitemap", "site-map"},
}

func fieldOf(name string, google bool) field {
	for f := fieldAgent; f <= fieldSitemap; f++ {
		if !google {
			if strings.EqualFold(name, fields[f]) {
				return f
			}
			continue
		}
		for _, begin := range googleFields[f] {
			if len(name) >= len(begin) && strings.EqualFold(name[:len(begin)], begin) {
				return f
			}
		}
	}
	return fieldOther
}

// twoWords splits a line that consists of two words; any other has no name.
func twoWords(s string) (name, value string) {
	i := strings.IndexAny(s, blanks)
	if i < 0 {
		return "", ""
	}
	name, value = s[:i], trim(s[i:])
	if strings.ContainsAny(value, blanks) {
		return "", ""
	}
	return name, value
}

const blanks = " \t\v\f"

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

func trim(s string) string { return strings.Trim(s, blanks) }

func isGoogleToken(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '-' || c == '_'
}
