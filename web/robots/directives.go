package robots

import "strings"

// Directives is the set of requests that a page addresses to robots.
type Directives uint16

// The directives, and the words that set them, in any case. Words that allow (all, index, follow) set nothing,
// because the most restrictive of several statements holds. Directives with a value are ignored:
// unavailable_after, max-snippet, max-image-preview, max-video-preview.
const (
	NoIndex           Directives = 1 << iota // noindex: not to be shown in results
	NoFollow                                 // nofollow: its links are not to be followed
	NoArchive                                // noarchive, nocache: no copy is to be shown
	NoSnippet                                // nosnippet: no text of it is to be shown
	NoImageIndex                             // noimageindex: its images are not to be indexed
	NoTranslate                              // notranslate: no translation is to be offered
	NoSitelinksSearch                        // nositelinkssearchbox
	IndexIfEmbedded                          // indexifembedded: noindex does not hold where it is embedded

	None = NoIndex | NoFollow // none
)

var directiveWords = map[string]Directives{
	"noindex": NoIndex, "nofollow": NoFollow, "none": None, "noarchive": NoArchive, "nocache": NoArchive,
	"nosnippet": NoSnippet, "noimageindex": NoImageIndex, "notranslate": NoTranslate,
	"nositelinkssearchbox": NoSitelinksSearch, "indexifembedded": IndexIfEmbedded,
}

// valued are the directives with a value, whose colon ends no name of a robot.
var valued = map[string]bool{"unavailable_after": true, "max-snippet": true, "max-image-preview": true, "max-video-preview": true}

// longestWord bounds what is looked up.
const longestWord = len("nositelinkssearchbox")

// Has reports whether all of these directives are set.
func (d Directives) Has(all Directives) bool { return d&all == all }

// FromHeader reads one X-Robots-Tag field for a robot with these product tokens. Words after the name of a robot,
// "otherbot: noindex, nofollow", hold for that robot alone, up to the next name. Words before all names hold for
// every robot. Each field begins anew; the union of all fields holds.
func FromHeader(field string, tokens ...string) Directives {
	var d Directives
	ours := true
	for item := range strings.SplitSeq(field, ",") {
		for {
			name, rest, ok := strings.Cut(item, ":")
			name = trim(name)
			// A name is one word: the colons of a date end none.
			if !ok || name == "" || strings.ContainsAny(name, blanks) || valued[strings.ToLower(name)] {
				break
			}
			ours, item = isOneOf(name, tokens), rest
		}
		if ours {
			d |= words(item)
		}
	}
	return d
}

// FromMeta reads a meta element by its name and content attributes for a robot with these product tokens. Unless
// the name is "robots" or one of the tokens, it sets nothing. The union of all elements holds.
func FromMeta(name, content string, tokens ...string) Directives {
	if name = trim(name); !strings.EqualFold(name, "robots") && !isOneOf(name, tokens) {
		return 0
	}
	return words(content)
}

// words reads directives between commas, semicolons and white space.
func words(s string) Directives {
	var d Directives
	for word := range strings.FieldsFuncSeq(s, isBetween) {
		if len(word) <= longestWord {
			d |= directiveWords[strings.ToLower(word)]
		}
	}
	return d
}

func isBetween(r rune) bool { return r <= ' ' || r == ',' || r == ';' || r == '\u00a0' }

func isOneOf(name string, tokens []string) bool {
	for _, token := range tokens {
		if strings.EqualFold(name, token) {
			return true
		}
	}
	return false
}
