package testweb

import (
	"math/rand/v2"
	"strings"
)

// A topic is the common topic of hosts that link to each other.
type topic struct {
	name  string
	nouns []string
}

var topics = []topic{
	{"gardens", strings.Fields("garden orchard seed bench hedge compost rose pond path trellis bulb meadow pruning bee shed fern")},
	{"rivers", strings.Fields("river bridge weir ferry delta ford otter mill lock current estuary bank heron gauge flood spring")},
	{"railways", strings.Fields("train signal platform timetable viaduct carriage tunnel gauge depot whistle sleeper junction tender track porter ticket")},
	{"weather", strings.Fields("cloud storm frost barometer rain wind thunder mist hail forecast season drought breeze front snow rainbow")},
	{"stars", strings.Fields("star comet telescope orbit eclipse nebula moon planet filter observatory meteor sky galaxy tide horizon spectrum")},
	{"kitchens", strings.Fields("bread soup oven kettle spice pear cheese dumpling salt onion pan recipe jam ladle pepper broth")},
	{"letters", strings.Fields("letter stamp envelope diary ink paper pen archive margin type press binding page index folio script")},
	{"games", strings.Fields("chess pawn rook opening endgame board clock puzzle dice card tournament draw knight bishop gambit referee")},
}

var (
	adjectives   = strings.Fields("quiet old small open late green narrow early broken distant simple slow winter summer northern hidden common plain bright lost")
	fillers      = strings.Fields("the a of and in with for from when which often rarely still about after before under near one two many some it they we said found kept made took left shows tells where then again always")
	frenchText   = strings.Fields("le jardin caché à côté de été où naît forêt rivière très où château gâteau français élève déjà être même première année lumière fenêtre")
	japaneseText = strings.Fields("庭 の 木 川 と 橋 駅 で 電車 を 待つ 空 に 星 手紙 本 料理 冬 夏 静か な 道 雨 が 降る 古い 町")
	siteLabels   = strings.Fields("www docs blog forum news wiki shop")
	sections     = strings.Fields("guide notes history people places tools events letters methods questions pictures reviews")
	siteWords    = strings.Fields("amber birch cedar copper delta ember fable finch grove harbor ivory juniper kestrel lantern maple north opal pebble quill raven sable thistle umber violet willow yarrow")
	owners       = strings.Fields("iris tom ada bruno clara dmitri elsa femi gita hugo ines jonas kofi lena mara nils")
)

func pick(r *rand.Rand, words []string) string { return words[r.IntN(len(words))] }

// makeTitle draws the title of an article.
func makeTitle(r *rand.Rand, t *topic) string {
	first, second := pick(r, t.nouns), pick(r, t.nouns)
	switch r.IntN(5) {
	case 0:
		return "The " + pick(r, adjectives) + " " + first + " and the " + second
	case 1:
		return "How to keep a " + first + " near a " + second
	case 2:
		return "On the " + first + ": a " + pick(r, adjectives) + " history"
	case 3:
		return "Questions & answers: " + first + ", " + second
	}
	return capital(pick(r, adjectives)) + " " + first + " <" + second + ">"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// slug makes the last part of a path from a title.
func slug(title string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(title) {
		switch {
		case c >= 'a' && c <= 'z':
			b.WriteRune(c)
		case c == ' ' && b.Len() > 0:
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}
