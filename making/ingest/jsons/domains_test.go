package jsons_test

import (
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
	"weft/making/ingest/jsons"
	"weft/making/ingest/scan"
)

const (
	domainNodes = `"nodes":[{"domain":"a.example"},{"domain":"b.example"},{"domain":"c.example"}]`
	datedLinks  = `"links":[{"date":"20140225","src":"a.example","dst":"b.example"},{"date":"2014-03-01","src":"b.example","dst":"c.example"},{"date":"201405","src":"c.example","dst":"a.example"}]`
)

// Graphs of domains, in the forms that web archives write.
func TestDomains(t *testing.T) {
	named := ingesttest.Options{Format: jsons.Domains, MaxBad: 1}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "dated links", Text: `{` + domainNodes + `,` + datedLinks + `}`, Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/ http://c.example/→http://a.example/
note 1 dates of links, 20140225 to 201405, which are not kept (--date chooses)
records 6+0`},
		{Name: "one date", Text: `{` + domainNodes + `,"links":[{"date":"2014","src":"a.example","dst":"b.example"},{"date":"2014","src":"b.example","dst":"a.example"}]}`, Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://a.example/
records 5+0`},
		{Name: "links before nodes", Text: "\n{" + datedLinks + `,"x":{"nodes":[1]},` + domainNodes + "}\n", Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/ http://c.example/→http://a.example/
note 1 dates of links, 20140225 to 201405, which are not kept (--date chooses)
records 6+0`},
		{Name: "edges and other names of members", Text: `{"nodes":[{"id":"a.example","domain":"b.example"},{"name":"c.example"},{"label":"d.example"},{"domain":"e.example","name":"f.example"},{"label":"g.example","name":"h.example"}],"edges":[{"crawlDate":"20140225","source":"a.example","target":"c.example"},{"crawl_date":"20140225","from":"d.example","to":"e.example"}]}`, Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/ http://d.example/ http://e.example/ http://g.example/
arcs http://a.example/→http://c.example/ http://d.example/→http://e.example/
records 7+0`},
		{Name: "measures", Text: `{"nodes":[{"domain":"a.example","pageRank":0.1,"inDegree":2,"outDegree":3,"x":{"domain":"q"},"y":["z"]}],"links":[{"date":"2014","src":"a.example","dst":"a.example","count":2},{"date":"2014","src":"a.example","dst":"b.example","weight":2}]}`, Want: `
as domains
pages http://a.example/ http://b.example/
arcs http://a.example/→http://a.example/ http://a.example/→http://b.example/
note 2 counts of links, which are not kept
note 3 measures of domains, which are not kept
records 3+0`},
		{Name: "capital letters", Text: `{"nodes":[{"domain":"A.Example"},{"domain":"a.EXAMPLE"},{"domain":"Not A Host"}],"links":[{"date":"2014","src":"A.EXAMPLE","dst":"b.example"}]}`, Want: `
as domains
pages "Not A Host" http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
note 3 domains in capital letters, read in small ones
records 4+0`},
		{Name: "no domains", Text: `{"nodes":[{"id":"Ann"},{"id":"bob"},{"id":"A.Example"}],"links":[{"source":"Ann","target":"bob"}]}`, Options: named, Want: `
as domains
pages A.Example Ann bob
arcs Ann→bob
records 4+0`},
		{Name: "other values", Text: `{"nodes":[{"domain":""},{"x":"a"},{"domain":["a"]},{"domain":7}],"links":[{"src":"a.example"},{"dst":"a.example"},{"src":"","dst":"a.example"},{"src":"a.example","dst":"b.example"}]}`, Options: named, Want: `
as domains
pages 7 http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
records 2+6
log - 10 skipped line 1: node: an empty name
log - 24 skipped line 1: node: an empty name
log - 34 skipped line 1: node: an empty name
log - 74 skipped line 1: link: dst: an empty name
log - 94 skipped line 1: link: src: an empty name
log - 114 skipped line 1: link: src: an empty name`},
		{Name: "long names", Text: `{"nodes":[{"domain":"` + strings.Repeat("x", scan.MaxWord+1) + `"}],"links":[{"src":"a.example","dst":"b.example"}]}`, Options: named, Want: `
as domains
pages http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
records 1+1
log - 10 skipped line 1: node: a name of 131073 bytes: at most 65536 are read`},
		{Name: "no nodes", Text: `{` + datedLinks + `}`, Options: named, Want: `
records 3+0
error -: line 1, offset 179: the object has no lists "nodes" and "links": expected a graph of domains; write another one (HAR, Cytoscape) as a list of arcs`},
		{Name: "no links", Text: `{` + domainNodes + `}`, Options: named, Want: `
records 3+0
error -: line 1, offset 80: the object has no lists "nodes" and "links": expected a graph of domains; write another one (HAR, Cytoscape) as a list of arcs`},
		{Name: "no directions", Text: `{"directed":false,` + domainNodes + `,` + datedLinks + `}`, Options: named, Want: `
records 0+0
error -: line 1, offset 17: a graph without directions: expected one of links`},
		{Name: "directions", Text: `{"directed":true,` + domainNodes + `,` + datedLinks + `,"nodes":7,"links":{},"x":[]}`, Options: named, Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/ http://c.example/→http://a.example/
note 1 dates of links, 20140225 to 201405, which are not kept (--date chooses)
records 6+0`},
		{Name: "other nodes", Text: "{\"nodes\":[\n7],\"links\":[]}", Options: named, Want: `
records 0+0
error -: line 2, offset 12: a node is an object {…}: found something else`},
		{Name: "other links", Text: `{"nodes":[],"links":["a"]}`, Options: named, Want: `
records 0+0
error -: line 1, offset 24: a link is an object {…}: found something else`},
		{Name: "a text after the graph", Text: `{` + domainNodes + `,` + datedLinks + "}\nx", Options: named, Want: `
records 6+0
error -: line 2, offset 259: found 'x' after the graph: expected the end`},
		{Name: "a graph that is cut", Text: `{` + domainNodes + `,"links":[{"src":"a`, Options: named, Want: `
records 3+0
error -: line 1, offset 98: the text ends inside a text`},
		{Name: "a strict import", Text: "{" + domainNodes + ",\n\"links\":[{\"src\":\"a.example\"}]}", Options: ingesttest.Options{Format: jsons.Domains, Strict: true}, Want: `
records 3+1
error bad input: -, offset 90: line 2: link: dst: an empty name`},
		{Name: "hosts that are no addresses", Text: `{"nodes":[{"domain":"a..example"},{"domain":"127.1"},{"domain":"xn--a"},{"domain":"a.example:80"},{"domain":"http://d.example/X"}],"links":[]}`, Options: named, Want: `
as domains
pages 127.1 a.example:80 xn--a http://a..example/ http://d.example/X
records 5+0`},
	})
}

// Dates that choose links.
func TestDatesOfDomains(t *testing.T) {
	const graph = `{` + domainNodes + `,` + datedLinks + `}`
	const some = `{` + domainNodes + `,"links":[{"src":"a.example","dst":"b.example"},{"date":"20140225","src":"b.example","dst":"c.example"}]}`
	dates := func(text string) ingesttest.Options {
		return ingesttest.Options{Format: jsons.Domains, Dates: text}
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "a year", Text: graph, Options: dates("2014"), Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/ http://c.example/→http://a.example/
records 3+0`},
		{Name: "a month", Text: graph, Options: dates("2014-03"), Want: `
as domains
pages http://b.example/ http://c.example/
arcs http://b.example/→http://c.example/
note 2 links of other dates, left out
records 1+0`},
		{Name: "a day", Text: graph, Options: dates("20140225"), Want: `
as domains
pages http://a.example/ http://b.example/
arcs http://a.example/→http://b.example/
note 2 links of other dates, left out
records 1+0`},
		{Name: "from a month on", Text: graph, Options: dates("2014-03.."), Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://b.example/→http://c.example/ http://c.example/→http://a.example/
note 1 links of other dates, left out
records 2+0`},
		{Name: "up to a month", Text: graph, Options: dates("..2014-03"), Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/
note 1 links of other dates, left out
records 2+0`},
		{Name: "a span", Text: graph, Options: dates("2014-02-26..2014-04-30"), Want: `
as domains
pages http://b.example/ http://c.example/
arcs http://b.example/→http://c.example/
note 2 links of other dates, left out
records 1+0`},
		{Name: "a span that begins with a day", Text: graph, Options: dates("2014-02-25..2014-03"), Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/
note 1 links of other dates, left out
records 2+0`},
		{Name: "a month and its day", Text: graph, Options: dates("2014-03..2014-03-01"), Want: `
as domains
pages http://b.example/ http://c.example/
arcs http://b.example/→http://c.example/
note 2 links of other dates, left out
records 1+0`},
		{Name: "no link", Text: graph, Options: dates("2015"), Want: `
records 0+0
error -: the options do not fit the input: 'date' 2015: no link is of that time: the dates are 20140225 to 201405`},
		{Name: "a link without a date", Text: some, Options: dates("2014"), Want: `
as domains
pages http://b.example/ http://c.example/
arcs http://b.example/→http://c.example/
note 1 links of other dates, left out
records 1+0`},
		{Name: "no dates", Text: `{` + domainNodes + `,"links":[{"src":"a.example","dst":"b.example"}]}`, Options: dates("2014"), Want: `
records 0+0
error -: the options do not fit the input: no link has a date: leave out 'date'`},
		{Name: "the last before the first", Text: graph, Options: dates("2015..2014-03"), Want: `
records 0+0
error the options do not fit the input: dates "2015..2014-03": expected the first before the last`},
		{Name: "the last day before the first", Text: graph, Options: dates("2014-03-02..2014-03-01"), Want: `
records 0+0
error the options do not fit the input: dates "2014-03-02..2014-03-01": expected the first before the last`},
		{Name: "neither", Text: graph, Options: dates(".."), Want: `
records 0+0
error -: the options do not fit the input: dates "..": expected the first before the last`},
		{Name: "five digits", Text: graph, Options: dates("20145"), Want: `
records 0+0
error the options do not fit the input: date "20145": expected such as 2014, 2014-02, 2014-02-25, or two with .. between`},
		{Name: "two digits", Text: graph, Options: dates("14"), Want: `
records 0+0
error the options do not fit the input: date "14": expected such as 2014, 2014-02, 2014-02-25, or two with .. between`},
		{Name: "nine digits", Text: graph, Options: dates("201402251"), Want: `
records 0+0
error the options do not fit the input: date "201402251": expected such as 2014, 2014-02, 2014-02-25, or two with .. between`},
		{Name: "letters", Text: graph, Options: dates("2014..201x"), Want: `
records 0+0
error the options do not fit the input: date "201x": expected such as 2014, 2014-02, 2014-02-25, or two with .. between`},
		{Name: "some links without dates", Text: some, Options: ingesttest.Options{Format: jsons.Domains}, Want: `
as domains
pages http://a.example/ http://b.example/ http://c.example/
arcs http://a.example/→http://b.example/ http://b.example/→http://c.example/
records 5+0`},
		{Name: "dates for another format", Text: `{"source":"a","target":"b"}`, Options: ingesttest.Options{Dates: "2014"}, Want: `
records 1+0
error the options do not fit the input: 'date' is for domains, and the input is read as jsonl`},
	})
}
