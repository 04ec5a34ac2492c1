package report

import (
	"strings"
	"unicode/utf8"

	"weft/internal/inert"
	"weft/web/weburl"
)

const (
	mostName   = 110 // characters of a name, of a word in a text, and of a path
	mostHost   = 70  // characters of a host
	mostLinked = 600 // bytes of the URL of a link
)

// shownHost is a host for people: in its own letters, and cut if it is long.
func shownHost(name string) string {
	return cutName(weburl.Shown(inert.Text(hostName(name))), mostHost)
}

// shownName is the URL of a page, or another name, for people: its host in its own letters, and cut if it is long.
func shownName(name string) string { return cutName(weburl.Shown(inert.Text(name)), mostName) }

// cutName cuts a name that has more than a number of characters, and says how many characters it leaves out.
func cutName(name string, most int) string {
	all := utf8.RuneCountInString(name)
	if all <= most {
		return name
	}
	return string([]rune(name)[:most]) + "… (" + count(all-most) + " more characters)"
}

// cutWords cuts the long words of a text, such as URLs.
func cutWords(text string) string {
	if len(text) <= mostName {
		return text
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		words[i] = cutName(w, mostName)
	}
	return strings.Join(words, " ")
}
