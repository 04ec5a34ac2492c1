// Package forms makes a form of the options of a question, and arguments of a filled form.
//
// A form comes from anyone who can open the server, so it must not name files of the machine. In place of a file, an
// option takes an upload, a file of the job, or a crawl of the server. Every option of a text has its kind in a list
// here. An option that the list does not have is left out of forms, and a test fails.
package forms

import (
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/internal/offered"
	"weft/store"
)

// A Kind is the way in which a form asks for the value of an option.
type Kind string

// Kinds of options.
const (
	Yes     Kind = "yes"     // a box to tick
	Switch  Kind = "switch"  // unchanged, yes or no
	Whole   Kind = "whole"   // a whole number
	Number  Kind = "number"  // a number
	Text    Kind = "text"    // a text that names no file
	Texts   Kind = "texts"   // several texts, one a line
	Choice  Kind = "choice"  // one of its words
	Choices Kind = "choices" // some of its words
	Upload  Kind = "upload"  // a file that the reader uploads
	Product Kind = "product" // files that the question writes into the folder of its job
	Crawl   Kind = "crawl"   // another crawl of the server
	Off     Kind = "off"     // left to the command line
)

// An Option is an option of a question.
type Option struct {
	Name    string
	Kind    Kind
	Usage   string   // without the back quotes around the name of the value
	Meta    string   // name of the value, such as N
	Default string   // as text
	Words   []string // values of a choice
	Files   []string // names of the files of a product
	Drop    string   // the option that drops the texts of earlier runs; empty if there is none
	several bool     // the question takes a list
}

// kinds are the kinds of the options that take a text. A name before a blank is of the question, which goes before the
// same name of all questions.
var kinds = map[string]Kind{
	"blocks": Text, "grow": Text, "gammas": Text, "min-core": Text, "epsilon": Text, "keyword": Text, "site save": Text, "fans": Text, "centers": Text, "from": Texts, "site include": Texts, "site exclude": Texts,
	"simulate course progress": Text, "map start": Text, "kinds": Text,
	"sites": Upload, "seeds": Upload, "truth": Upload, "preference": Upload, "check": Upload,
	"target":       Crawl,
	"seeds output": Product, "site output": Product, "compare output": Product, "cores output": Product, "seeds carry output": Product, "map output": Product, "links output": Product,
	"members": Product, "next": Product, "table": Product, "cut": Product,
	// These take a file among their words, or one of the machine, or print a list in place of the result.
	"results": Off, "bvgraph": Off, "texts": Off, "old-text": Off, "new-text": Off, "plots": Off, "output": Off, "csv": Off,
	"links format": Off, "links fail": Off, "missing list": Off, "missing reason": Off, "missing matching": Text, "compare list": Off, "site list": Off,
	"crawl contact": Text, "crawl exclude": Texts, "crawl include": Texts, "crawl types": Text, "crawl bytes": Text, "crawl until": Text, "crawl host-bytes": Text, "crawl max-page": Text,
	"crawl warc-size": Text, "crawl collection": Text, "crawl operator": Text, "crawl description": Text, "crawl scope": Choice, "crawl strategy": Choice,
	// A crawl always names its contact. A form sends no secrets, and reaches nothing but the public Web.
	"crawl output": Off, "crawl resume": Off, "crawl recover": Off, "crawl replay": Off, "crawl since": Off, "crawl config": Off, "crawl print-config": Off, "crawl listen": Off, "crawl help": Off, "crawl frontier": Off, "crawl lease": Off,
	"crawl user-agent": Off, "crawl cookies-from": Off, "crawl headers": Off, "crawl proxy": Off, "crawl resolve": Off, "crawl allow-private": Off, "crawl insecure": Off, "crawl no-snapshot": Off, "crawl no-include": Off, "crawl no-exclude": Off,
	// Some of their words.
	"simulate orders": Choices, "simulate strategy": Choices, "simulate course strategy": Choices, "simulate course measure": Text, "simulate fit measure": Text,
}

// words are the values of choices whose questions declare none.
var words = map[string][]string{
	"fetched": {"all", "linking"}, "init": {"minimum", "quantile"}, "seeds eval against": {"random", "pagerank", "indegree"},
	"compare rank": {"pagerank", "hits", "salsa", "indegree", "katz", "closeness", "betweenness", "none"},
}

// ofBoth returns the entry of an option in a list: of the question, or else of all questions.
func ofBoth[T any](list map[string]T, question, option string) (value T, has bool) {
	if value, has = list[question+" "+option]; !has {
		value, has = list[option]
	}
	return value, has
}

// products are the names of the files of products.
var products = map[string][]string{
	"seeds output": {"seeds.txt"}, "site output": {"site.txt"}, "compare output": {"pages.parquet"}, "cores output": {"cliques.jsonl"}, "seeds carry output": {"pages.txt"}, "links output": {"links.csv", "links.jsonl", "links.parquet"},
	"map output": {"map.svg", "map.png", "map.pdf", "map.gexf", "map.graphml"},
	"members":    {"members.tsv"}, "next": {"next.txt"}, "table": {"table.tsv"}, "cut": {"cut.tsv"},
}

// kindOf returns the kind of an option that takes a text.
func kindOf(question, option string, words []string) Kind {
	if k, has := ofBoth(kinds, question, option); has {
		return k
	}
	if len(words) > 0 {
		return Choice
	}
	return Off
}

// Of returns the options of a question in its order, after the options that all questions share.
func Of(q *answer.Question) []*Option {
	s := &set{question: q.Name}
	if !slices.Contains(q.Own, "kinds") {
		s.text("kinds", "", "use only arcs of these `KINDS`, such as link,embed, or all; empty for link,embed,redirect,refresh")
	}
	if !slices.Contains(q.Own, "view") {
		s.text("view", "", "measure a `VIEW` of the crawl: symmetrised adds arcs in the other direction, and the others leave arcs out")
		offered.Set(s, "view", store.Filters)
	}
	q.New().Flags(s)
	return s.finish()
}

// set is a set of flags that notes their names, defaults and words. It implements answer.Flags.
type set struct {
	question string
	all      []*Option
}

// free are words of an option that stand for a value of the reader's, such as score:FILE or FILE.
func free(word string) bool {
	_, argument, has := strings.Cut(word, ":")
	if !has {
		argument = word
	}
	return argument == strings.ToUpper(argument) && strings.ContainsFunc(argument, func(r rune) bool { return r >= 'A' && r <= 'Z' })
}
