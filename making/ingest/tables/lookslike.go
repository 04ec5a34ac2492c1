package tables

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"sync"

	"weft/internal/option"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// A likeness is a kind of text that splits into columns but is not a list of arcs, with advice.
type likeness struct {
	what, advice string
	first        *regexp.Regexp // of the first line; nil for any
	line         *regexp.Regexp // of nine lines in ten; nil for any
}

var likenesses = sync.OnceValue(func() []likeness {
	return []likeness{
		{
			"lines that end in carriage returns and others that end in line feeds", `end all of them as one kind: tr '\r' '\n'`,
			nil, regexp.MustCompile(`\r+[^\r]`),
		},
		{
			"a diagram of Mermaid", "write its links as two columns, source and target",
			regexp.MustCompile(`(?i)^\s*(flowchart|graph)\s+(TB|TD|BT|RL|LR)\b`), nil,
		},
		{
			"a graph in DOT, of Graphviz", "begin it with \"graph {\" or \"digraph {\", without comments of more than 16 kB before",
			regexp.MustCompile(`(?i)^\s*(strict\s+)?(di)?graph\b[^\[]*(\{|$)`), nil,
		},
		{
			"statements of SQL", "export the table of links as CSV or TSV",
			regexp.MustCompile(`(?i)^\s*(--(\s|$)|/\*|insert\s+into|create\s+(table|database)|drop\s+table|copy\s+\S+.*from\s+stdin|begin;|set\s+\S+\s*=)`), nil,
		},
		{
			"RDF, in N-Triples or Turtle", "write source and target as two columns",
			nil, regexp.MustCompile(`^\s*(@prefix\b.*|(<[^>]*>|_:\S+)\s+<[^>]*>\s+.*\.\s*)$`),
		},
		{
			"the rows of a matrix (\"row 0: …\")", "write it as adjacency lists, \"0: 1 2\": sed -n 's/^row //p'",
			nil, regexp.MustCompile(`^\s*(?i:row|node|vertex)\s+\S+\s*[:=].*$`),
		},
		{
			"fields and their values (\"Key: value\"), as of robots.txt, mail or settings", "they link nothing",
			nil, regexp.MustCompile(`^\s*[A-Za-z][\w-]*:(\s.*)?$`),
		},
		{
			"an access log of a Web server", "it holds requests, not links: there is no graph in it",
			nil, regexp.MustCompile(`^\S+ \S+ \S+ \[[^\]]+\] "[^"]*" \d{3} `),
		},
		{
			"arcs drawn with arrows (\"a -> b\")", "write them as two columns: sed -E 's/ *([-=]+>|→|⟶) */\\t/'",
			nil, regexp.MustCompile(`^\s*\S.*([-=]+>|→|⟶).*\S\s*$`),
		},
		{
			"arcs drawn with arrows to the left (\"a <- b\")", "write them as two columns, the source first: sed -E 's/^ *(.*\\S) +<-+ +(.*)$/\\2\\t\\1/'",
			nil, regexp.MustCompile(`^\s*\S.*\s<-+\s.*\S\s*$`),
		},
		{
			"edges drawn with hyphens (\"a -- b\")", "write them as two columns, and import these as undirected: sed 's/ -- /\\t/'",
			nil, regexp.MustCompile(`^\s*\S.*\s--\s.*\S\s*$`),
		},
		{
			"URLs in angle brackets", "leave out the brackets: sed 's/[<>]//g'",
			nil, regexp.MustCompile(`^\s*<[a-zA-Z][\w+.-]*://[^>]*>`),
		},
		{
			"lists in YAML (\"page: [a, b]\")", "leave out the brackets: sed 's/: *\\[/: /; s/\\] *$//'",
			nil, regexp.MustCompile(`^\s*[^:\s][^:]*:\s*\[.*\]\s*$`),
		},
		{
			"a list in JSON", "write an object a line (jq -c '.[]'), with source and target, or via and url",
			regexp.MustCompile(`^\s*\[\s*($|[\[{"\d])`), nil,
		},
		{
			"XML of another kind than GraphML and GEXF", "write it as one of these, or as a list of arcs",
			regexp.MustCompile(`^\s*<(\?xml|[a-zA-Z][\w.-]*(:[a-zA-Z][\w.-]*)?[\s>/])`), nil,
		},
	}
})

// LooksLike names the kind of a text that resembles a list but is something else; nil if nothing speaks against a
// list.
func LooksLike(s *Sample) error {
	lines := s.Texts()
	if len(lines) == 0 {
		return nil
	}
	for _, k := range likenesses() {
		if k.first != nil && !k.first.Match(lines[0]) {
			continue
		}
		rest := lines
		if k.line != nil && k.first == nil && len(lines) > 1 && !k.line.Match(lines[0]) {
			rest = lines[1:] // a title
		}
		if k.line != nil && ShareOf(rest, k.line.Match) < Fitting {
			continue
		}
		return option.Errorf("it looks like %s: %s. If it is a list, name its {format}", k.what, k.advice)
	}
	if IsMultilayer(lines) {
		return errMultilayer
	}
	if bytes.HasSuffix(bytes.TrimSpace(lines[0]), []byte("Matrix:")) {
		return errors.New("it looks like a matrix printed for people: write it as a list of arcs, or in Matrix Market")
	}
	return nil
}

// IsAdjacency reports whether the lines of a text are "page: successors": of numbers, of URLs, or of names. Some
// of the names must be both a page and a successor, which is not so in lines "key: value" of other texts. A separator
// other than 0 parts the successors.
func IsAdjacency(s *Sample, sep byte) (*Layout, bool) {
	lines := s.Texts()
	l := &Layout{Sep: ' ', colon: true, Direction: -1}
	l.DecideAdjacency(s, sep)
	heads, tails := map[string]bool{}, map[string]bool{}
	n, numbers, urls := 0, 0, 0
	for _, line := range lines {
		head, rest, ok := cutColon(line)
		if bytes.HasPrefix(rest, []byte("[")) {
			return nil, false
		}
		if !ok || len(head) == 0 || bytes.ContainsAny(head, " \t") {
			continue
		}
		n++
		heads[string(head)] = true
		if scan.IsNumber(head) {
			numbers++
		} else if judge.IsURL(head) {
			urls++
		}
		fields, _ := l.Split(nil, line)
		for _, f := range fields[1:] {
			tails[string(f)] = true
		}
	}
	all := Fitting * float64(len(lines))
	if n == 0 || float64(n) < all {
		return nil, false
	}
	l.Numbers, l.URLs = float64(numbers) >= all, float64(urls) >= all
	if l.Numbers || l.URLs {
		return l, true
	}
	for t := range tails {
		if heads[t] {
			return l, true
		}
	}
	return nil, false
}

// DecideAdjacency finds out what parts the successors, in lists with or without a colon, and what are comments. A
// separator other than 0 was named by the user.
func (l *Layout) DecideAdjacency(s *Sample, named byte) {
	lines := s.Texts()
	l.Sep = ' '
	colons := ShareOf(lines, func(line []byte) bool { _, _, ok := cutColon(line); return ok })
	l.colon = l.colon || colons >= Fitting
	if named != 0 {
		l.Sep = named
	}
	for _, sep := range []byte{'\t', ',', ';'} {
		if named == 0 && ShareOf(lines, func(line []byte) bool { return l.cutsAll(line, sep) }) >= Fitting && slices.ContainsFunc(lines, func(line []byte) bool { return partsSuccessors(line, sep) }) {
			l.Sep = sep
			break
		}
	}
	numbers := ShareOf(lines, func(line []byte) bool {
		head, _, _ := cutColon(line)
		fields, _ := (&Layout{Sep: l.Sep, colon: l.colon}).Split(nil, line)
		return scan.IsNumber(head) || len(fields) > 0 && scan.IsNumber(fields[0])
	})
	l.Numbers = numbers >= Fitting
	for i := range SignBytes {
		for _, line := range s.Lines {
			l.commented[i] = l.commented[i] || line.Sign == i
		}
		l.Signs[i] = SignAlways
		if !l.Numbers && SignBytes[i] == '%' {
			l.Signs[i] = signMarked
		}
	}
}

// partsSuccessors says whether a separator stands in a line, after its page if that ends in a colon.
func partsSuccessors(line []byte, sep byte) bool {
	if _, rest, ok := cutColon(line); ok {
		line = rest
	}
	return bytes.IndexByte(line, sep) >= 0
}

// cutsAll says whether a separator cuts the successors of a line into words, or there is at most one.
func (l *Layout) cutsAll(line []byte, sep byte) bool {
	fields, _ := (&Layout{Sep: sep, colon: l.colon}).Split(nil, line)
	for _, f := range fields {
		if bytes.ContainsAny(bytes.TrimSpace(f), " \t") && sep != '\t' {
			return false
		}
	}
	return true
}
