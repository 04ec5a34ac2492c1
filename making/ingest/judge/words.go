package judge

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Word returns a name of a column for comparison: letters and digits in lower case, without accents and parentheses.
func Word(name string) string {
	name, _, _ = strings.Cut(name, "(")
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ł':
			b.WriteByte('l')
		case r == 'ø':
			b.WriteByte('o')
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// pairs are words for a source and for its target.
var pairs = [][2]string{
	{"source", "target"},
	{"src", "dst"},
	{"src", "dest"},
	{"src", "tgt"},
	{"src", "target"},
	{"source", "dest"},
	{"source", "dst"},
	{"source", "sink"},
	{"i", "j"},
	{"source", "destination"},
	{"origin", "destination"},
	{"origin", "target"},
	{"orig", "dest"},
	{"origin", "dest"},
	{"from", "to"},
	{"fromnodeid", "tonodeid"},
	{"linkfrom", "linkto"},
	{"via", "url"},
	{"referrer", "url"},
	{"referer", "url"},
	{"node1", "node2"},
	{"nodeid1", "nodeid2"},
	{"id1", "id2"},
	{"u", "v"},
	{"s", "t"},
	{"subject", "object"},
	{"subj", "obj"},
	{"citing", "cited"},
	{"follower", "followee"},
	{"follower", "followed"},
	{"follower", "following"},
	{"startid", "endid"},
	{"start", "end"},
	{"sender", "recipient"},
	{"sender", "receiver"},
	{"ego", "alter"},
	{"predecessor", "successor"},
	{"caller", "callee"},
	{"payer", "payee"},
	{"truster", "trustee"},
	{"referringpage", "linkurl"},
	{"referringpage", "targetpage"},
	{"referringpage", "target"},
	{"referringpageurl", "linkurl"},
	{"referringpageurl", "targeturl"},
	{"linkingpage", "targetpage"},
	{"linkingpage", "linkedpage"},
	{"linkingurl", "linkedurl"},
	{"page", "linksto"},
	{"url", "linksto"},
	{"linkedfrom", "page"},
	{"linkedfrom", "url"},
	{"linkedby", "page"},
	{"linkedby", "url"},
	{"referredby", "page"},
	{"referredby", "url"},
	{"citedby", "paper"},
	{"inlink", "url"},
	{"referrer", "page"},
	{"referer", "page"},
	{"referrer", "path"},
	{"referer", "path"},
	{"prev", "curr"},
	{"previous", "current"},
	{"previouspage", "page"},
	{"previouspagepath", "page"},
	{"referringurl", "linkedurl"},
	{"referringurl", "targeturl"},
	{"referringpage", "targeturl"},
	{"parentname", "urlname"},
	{"user", "follows"},
	{"exporter", "importer"},
	{"row", "col"},
	{"row", "column"},
	{"level0", "level1"},
}

// foreign are words for source and target in other languages, without accents.
var foreign = [][2]string{
	{"source", "cible"},
	{"origine", "destination"},
	{"origine", "cible"},
	{"depuis", "vers"},
	{"de", "vers"},
	{"quelle", "ziel"},
	{"von", "nach"},
	{"von", "zu"},
	{"von", "an"},
	{"start", "ziel"},
	{"origen", "destino"},
	{"fuente", "destino"},
	{"fuente", "objetivo"},
	{"desde", "hasta"},
	{"desde", "hacia"},
	{"de", "a"},
	{"de", "para"},
	{"origem", "destino"},
	{"fonte", "destino"},
	{"fonte", "alvo"},
	{"origine", "destinazione"},
	{"sorgente", "destinazione"},
	{"fonte", "destinazione"},
	{"da", "a"},
	{"partenza", "arrivo"},
	{"bron", "doel"},
	{"van", "naar"},
	{"zrodlo", "cel"},
	{"od", "do"},
	{"zdroj", "cil"},
	{"kalla", "mal"},
	{"fran", "till"},
	{"kilde", "mal"},
	{"fra", "til"},
	{"lahde", "kohde"},
	{"kaynak", "hedef"},
	{"источник", "цель"},
	{"от", "к"},
	{"из", "в"},
	{"джерело", "ціль"},
	{"源", "目标"},
	{"来源", "目标"},
	{"起点", "终点"},
	{"ソース", "ターケット"},
	{"リンク元", "リンク先"},
	{"出発地", "到着地"},
}

// partPairs are words for a source and for a target, beside a common word, as in source_url and target_url.
var partPairs = [][2]string{
	{"source", "target"},
	{"source", "destination"},
	{"source", "dest"},
	{"source", "dst"},
	{"src", "dst"},
	{"src", "dest"},
	{"src", "tgt"},
	{"src", "target"},
	{"from", "to"},
	{"origin", "destination"},
	{"origin", "dest"},
	{"start", "end"},
	{"citing", "cited"},
	{"linking", "linked"},
	{"sender", "recipient"},
	{"sender", "receiver"},
	{"parent", "child"},
	{"caller", "callee"},
	{"follower", "followee"},
	{"follower", "followed"},
	{"origin", "linkto"},
}

// IsSourceWord reports whether a name of a column is a word for a source, whatever the targets are called.
func IsSourceWord(name string) bool {
	word := Word(name)
	return slices.ContainsFunc(slices.Concat(pairs, foreign), func(p [2]string) bool { return len(word) > 1 && p[0] == word })
}

// leading are the words for a source that led a crawl to its target.
var leading = []string{"via", "referrer", "referer"}

// Leads reports whether a source of this name led to its target, so that it may be empty.
func Leads(name string) bool { return slices.Contains(leading, Word(name)) }

// relations are words for the relation between a head and a tail.
var relations = []string{"relation", "rel", "predicate", "relationship", "property", "edge", "edgetype", "type", "label", "r"}

// FindPair returns which columns their names call source and target; false if they do not.
func FindPair(names []string) (source, target int, ok bool) {
	if all := findPairs(names); len(all) > 0 {
		return all[0].source, all[0].target, true
	}
	return 0, 1, false
}

// findPairs returns all pairs of columns whose names call them source and target.
func findPairs(names []string) (all []pair) {
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = Word(n)
	}
	find := func(u, v string) bool {
		p := pair{slices.Index(words, u), slices.Index(words, v)}
		if p.source < 0 || p.target < 0 || p.source == p.target {
			return false
		}
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
		return true
	}
	for _, p := range slices.Concat(pairs, foreign) {
		if len(p[0]) > 1 || !areLetters(words) {
			find(p[0], p[1])
		}
	}
	if parent, child := slices.Index(words, "parent"), slices.Index(words, "child"); parent < child {
		find("parent", "child") // the other order may mean the other direction
	}
	if len(all) > 0 || findHeadTail(words, find) {
		return all
	}
	if u, v, ok := findShared(words); ok {
		return []pair{{u, v}}
	}
	return nil
}

// areLetters reports whether more than four columns are called by single letters, as in tables of measures and in matrices.
func areLetters(words []string) bool {
	letters := 0
	for _, w := range words {
		if len(w) == 1 {
			letters++
		}
	}
	return letters > 4
}

// findShared finds two words with a common part, one of a source and one of a target, or with a 1 and a 2. Of several such
// pairs the one of identifiers counts.
func findShared(words []string) (source, target int, ok bool) {
	found := 0
	sources, targets := mayShare(words, 0), mayShare(words, 1)
	for _, u := range sources {
		for _, v := range targets {
			what := sharedWord(words[u], words[v])
			switch {
			case u == v || what == "":
			case slices.Contains(identifiers, what):
				return u, v, true
			case slices.Contains(properties, what):
			default:
				source, target = u, v
				found++
			}
		}
	}
	if found != 1 {
		return 0, 1, false
	}
	return source, target, true
}

// numberEnds end words for a source and for a target, as in node1 and node2.
var numberEnds = [][2]string{{"1", "2"}, {"a", "b"}}

// idEnds may follow 1 and 2, or a and b.
var idEnds = []string{"", "id", "name", "url"}

// mayShare returns which words have a part of the words for sources (side 0) or for targets (side 1). In a wide table others
// need not be compared two by two.
func mayShare(words []string, side int) (at []int) {
	for i, w := range words {
		named := slices.ContainsFunc(partPairs, func(p [2]string) bool { return strings.HasPrefix(w, p[side]) || strings.HasSuffix(w, p[side]) })
		if named || slices.ContainsFunc(numberEnds, func(n [2]string) bool {
			return slices.ContainsFunc(idEnds, func(end string) bool { return strings.HasSuffix(w, n[side]+end) })
		}) {
			at = append(at, i)
		}
	}
	return at
}

// numbered are words before 1 and 2, or a and b, in names of columns.
var numbered = []string{"id", "node", "nodeid", "name", "url", "page", "host", "domain", "vertex", "entity", "user", "person", "author", "actor", "gene", "protein", "word", "item", "paper", "interactor", "idinteractor", "officialsymbolinteractor"}

// identifiers are words for identifiers of pages.
var identifiers = []string{"id", "node", "nodeid", "name", "nodename", "url", "uri", "page", "pageid", "host", "domain", "vertex", "vertexid", "key", "entity", "user", "userid", "number"}

// findHeadTail finds the ends of triples, where a relation leads from head to tail. In graphs without relations an arc leads
// from its tail to its head: then the words decide nothing.
func findHeadTail(words []string, find func(u, v string) bool) bool {
	related := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(relations, w) })
	for _, end := range []string{"", "id", "name", "entity"} {
		h, t := slices.Index(words, "head"+end), slices.Index(words, "tail"+end)
		if related && h >= 0 && t >= 0 {
			return find("head"+end, "tail"+end)
		}
	}
	if related && slices.Contains(words, "h") && slices.Contains(words, "r") {
		return find("h", "t")
	}
	return false
}

// sharedWord returns the word that the names of a source and of a target share; empty if they are no such names.
func sharedWord(source, target string) string {
	for _, p := range partPairs {
		if s, ok := strings.CutPrefix(source, p[0]); ok && s != "" {
			if t, ok := strings.CutPrefix(target, p[1]); ok && s == t {
				return s
			}
		}
		if s, ok := strings.CutSuffix(source, p[0]); ok && s != "" {
			if t, ok := strings.CutSuffix(target, p[1]); ok && s == t {
				return s
			}
		}
	}
	for _, order := range numberEnds {
		for _, end := range idEnds {
			s, ok := strings.CutSuffix(source, order[0]+end)
			t, ok2 := strings.CutSuffix(target, order[1]+end)
			if ok && ok2 && s == t && (end != "" && len(s) > 1 || slices.Contains(numbered, s)) {
				return s
			}
		}
	}
	return ""
}

// areSpanWords reports whether two names may be of ends of intervals: start and end, or words such as salary_from and
// salary_to.
func areSpanWords(from, to string) bool {
	a, b := Word(from), Word(to)
	if a == "start" && b == "end" {
		return true
	}
	what := sharedWord(a, b)
	return what != "" && what != "link" && !slices.Contains(identifiers, what) && !slices.Contains(numbered, what)
}

// properties are words that may stand beside words for source and target, for properties of both ends.
var properties = strings.Fields("time date timestamp year month day lat latitude lon lng longitude x y z layer type weight score value count rank age price degree class")

// IsMeasureWord reports whether a name of a column is of a measure or a property, and not of pages.
func IsMeasureWord(name string) bool { return slices.Contains(measureWords, Word(name)) }

var measureWords = strings.Fields(`t ts price cost amount total sum count counts freq frequency n qty quantity number size bytes length
	distance age year month day date time timestamp datetime score rating rank ranking weight value salary population degree
	indegree outdegree pagerank lat latitude lon lng long longitude x y z sha1 sha256 sha512 md5 checksum hash digest crc crc32
	email mail phone tel zip postcode street city country status color colour class group cluster community department layer type
	kind category lang language text title w`)
