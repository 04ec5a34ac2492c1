package strategy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weft/crawl"
	"weft/internal/choice"
)

// A Named is an order that can be chosen by its name, for a crawl of the Web, or of a stored graph. A new order is
// added to All.
type Named struct {
	Name string
	// Takes names the argument after the name and a colon: File, Count, or none.
	Takes Argument
	Wants Want
	// Wide says that its order does not suffer where many picks wait for their hosts.
	Wide bool
	// Drawn says that it draws, so that another seed makes another crawl.
	Drawn bool
	New   func(Given) crawl.Strategy
}

// An Argument is the argument after the name of a strategy, in capitals, as in help texts.
type Argument string

// The arguments.
const (
	File  Argument = "FILE" // of scores
	Count Argument = "K"    // of crawlers
)

// A Want is something that a strategy needs from a crawl, besides links.
type Want uint8

// The needs of strategies.
const (
	Nothing    Want = iota
	Hosts           // Given.Host
	HostHashes      // Given.Part, where pages have names
	Scores          // Given.Score
	Capacities      // Given.Flow, with which a crawl must begin
)

// ByName says whether a strategy wants what is read from the names of new pages.
func (w Want) ByName() bool { return w == Hosts || w == HostHashes || w == Scores }

// Given holds the inputs of strategies.
type Given struct {
	Seed  uint64
	Count int
	Host  func(crawl.Link) uint32 // the number of the host of a new page
	Part  func(crawl.Link) uint64 // a hash of it; nil where pages have no names
	Score func(crawl.Link) float32
	Flow  FlowOptions
}

// The flows by name.
const (
	FlowName    = "flow"
	LoweredName = "flow-lowered"
)

// All are the strategies that have names.
var All = []Named{
	{Name: "bfs", Wide: true, New: func(Given) crawl.Strategy { return new(BreadthFirst) }},
	{Name: "dfs", New: func(Given) crawl.Strategy { return new(DepthFirst) }},
	{Name: "dfs-repush", New: func(Given) crawl.Strategy { return new(DepthFirstRepush) }},
	{Name: "indegree", New: func(Given) crawl.Strategy { return new(MostLinked) }},
	{Name: "random", Wide: true, Drawn: true, New: func(g Given) crawl.Strategy { return NewRandom(g.Seed) }},
	{Name: "opic", New: func(Given) crawl.Strategy { return new(OPIC) }},
	{Name: "hosts", Wants: Hosts, Wide: true, New: func(g Given) crawl.Strategy { return NewRoundRobin(g.Host) }},
	{Name: "crawlers", Takes: Count, Wants: HostHashes, Wide: true, Drawn: true, New: func(g Given) crawl.Strategy { return NewCrawlers(g.Count, g.Seed, g.Part) }},
	{Name: FlowName, Wants: Capacities, New: func(g Given) crawl.Strategy { return NewFlow(g.Flow) }},
	{Name: LoweredName, Wants: Capacities, New: func(g Given) crawl.Strategy {
		g.Flow.Lowered = true
		return NewFlow(g.Flow)
	}},
	{Name: "score", Takes: File, Wants: Scores, New: func(g Given) crawl.Strategy { return NewScored(g.Score) }},
}

// Forms are the names of strategies, with a colon and what is named after it where something is: "score:FILE".
func Forms(all []Named) []string {
	forms := make([]string, 0, len(all))
	for _, n := range all {
		if n.Takes != "" {
			n.Name += ":" + string(n.Takes)
		}
		forms = append(forms, n.Name)
	}
	return forms
}

// A Choice is a strategy that was named, with its argument.
type Choice struct {
	Named
	File  string // of scores
	Count int    // of crawlers
}

// Parse reads the name of a strategy, one of some, and what it takes: "bfs", "score:FILE", "crawlers:16".
// Papers: random crawls, §4.1.
func Parse(text string, from []Named) (Choice, error) {
	name, argument, has := strings.Cut(text, ":")
	i := slices.IndexFunc(from, func(n Named) bool { return n.Name == name })
	if i < 0 {
		return Choice{}, fmt.Errorf("strategy %q: expected %s", name, choice.Of(name, Forms(from)))
	}
	c := Choice{Named: from[i]}
	switch {
	case c.Takes == "" && has:
		return c, fmt.Errorf("strategy %q: %s takes no argument after a colon", text, name)
	case c.Takes == File:
		if c.File = argument; argument == "" {
			return c, fmt.Errorf("the strategy %s takes a file of scores: %s:FILE", name, name)
		}
	case c.Takes == Count:
		n, err := strconv.Atoi(argument)
		if err != nil || n < 1 || n > MostCrawlers || strconv.Itoa(n) != argument { // one name for each
			return c, fmt.Errorf("the strategy %s takes a number from 1 to %d: %s:16, not %q", name, MostCrawlers, name, text)
		}
		c.Count = n
	}
	return c, nil
}
