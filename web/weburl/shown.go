package weburl

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/idna"
)

// punycode is the beginning of labels whose letters beyond ASCII are encoded.
const punycode = "xn--"

// longestLabel is the largest number of bytes of a label in the DNS. The time of IDNA is quadratic.
const longestLabel = 63

// ShownHost returns a host for people: labels xn--… in their own letters, as in bücher.example. The encoded host follows in
// brackets where a reader can confuse a label with another one. Such a label mixes scripts, or has only letters that look
// like Latin letters. Labels that IDNA does not decode and encode again remain encoded. The result is no name of a page.
func ShownHost(host string) string {
	if !strings.Contains(host, punycode) {
		return host
	}
	labels, doubtful := strings.Split(host, "."), false
	for i, label := range labels {
		if !strings.HasPrefix(label, punycode) || len(label) > longestLabel {
			continue
		}
		wide, err := shownIDNA().ToUnicode(label)
		if err != nil || strings.ContainsFunc(wide, isUnseen) {
			continue
		}
		if again, err := shownIDNA().ToASCII(wide); err != nil || again != label {
			continue
		}
		labels[i], doubtful = wide, doubtful || isConfusable(wide)
	}
	shown := strings.Join(labels, ".")
	if doubtful {
		shown += " (" + host + ")"
	}
	return shown
}

// Shown returns a URL or a host for people: the host as by [ShownHost], all else unchanged.
func Shown(name string) string {
	if !strings.Contains(name, punycode) {
		return name
	}
	start := strings.Index(name, "://")
	if start < 0 {
		start = 0
	} else {
		start += len("://")
	}
	end := len(name)
	if i := strings.IndexAny(name[start:], "/?#"); i >= 0 {
		end = start + i
	}
	if at := strings.LastIndexByte(name[start:end], '@'); at >= 0 {
		start += at + 1
	}
	if port := strings.LastIndexByte(name[start:end], ':'); port >= 0 {
		end = start + port
	}
	return name[:start] + ShownHost(name[start:end]) + name[end:]
}

var shownIDNA = sync.OnceValue(func() *idna.Profile {
	return idna.New(idna.ValidateLabels(true), idna.BidiRule(), idna.CheckJoiners(true), idna.StrictDomainName(true), idna.VerifyDNSLength(true))
})

// isUnseen reports whether a character has no picture of its own.
func isUnseen(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }

// together are the scripts that one language writes together with Latin letters (Unicode Technical Standard 39, "highly
// restrictive").
var together = [][]string{{"Latin", "Han", "Hiragana", "Katakana"}, {"Latin", "Han", "Bopomofo"}, {"Latin", "Han", "Hangul"}}

// likeLatin are letters of other scripts that look like small Latin letters or digits.
const likeLatin = "аеорсухѕіјһԁӏԛԝьгпвкмнтүҽ" + "οανρυικτγωηχ" + "օսոհցզ"

// isConfusable reports whether a label mixes scripts that no language mixes, or has only letters that look like Latin ones.
func isConfusable(label string) bool {
	scripts, alike := map[string]bool{}, true
	for _, r := range label {
		if r < unicode.MaxASCII && !unicode.IsLetter(r) {
			continue
		}
		if script := scriptOf(r); script != "Common" && script != "Inherited" {
			scripts[script] = true
		}
		alike = alike && strings.ContainsRune(likeLatin, r)
	}
	if alike {
		return true
	}
	if len(scripts) < 2 {
		return false
	}
	for _, set := range together {
		within := 0
		for _, s := range set {
			if scripts[s] {
				within++
			}
		}
		if within == len(scripts) {
			return false
		}
	}
	return true
}

// scriptOf returns the name of the script of a character.
func scriptOf(r rune) string {
	const usual = "Latin"
	if unicode.Is(unicode.Latin, r) {
		return usual
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "unknown"
}
