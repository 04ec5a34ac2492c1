package report

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"weft/answers/measure"
	"weft/internal/inert"
	"weft/store"
)

// A topRow is a page or host; Href is empty if it cannot be linked.
type topRow struct {
	Href, Full         string
	Scheme, Host, Path string // the URL in three parts, the scheme with its slashes; of a name that is no URL, Host alone
	Note               string
}

// Tip is the name, cut if it is long.
func (r *topRow) Tip() string { return cutName(r.Full, mostName) }

// ShownHost is the host in its own letters, or another name. It is cut if it is long.
func (r *topRow) ShownHost() string {
	if r.Scheme == "" && r.Path == "" {
		return shownName(r.Host)
	}
	return shownHost(r.Host)
}

// ShownPath is the path, cut if it is long.
func (r *topRow) ShownPath() string { return cutName(inert.Text(r.Path), mostName) }

func newTopRow(t measure.Top, names bool) topRow {
	if t.URL == "" || !names && !strings.Contains(t.URL, "://") {
		return topRow{Host: "page " + value(t.Page), Full: "page " + value(t.Page)}
	}
	return newNamedRow(t.URL)
}

func newNamedRow(name string) topRow {
	row := topRow{Full: name, Href: link(name)}
	row.Scheme, row.Host, row.Path = splitURL(name)
	return row
}

// newHostRow names a host given by its name or by the URL of a page of it.
func newHostRow(t measure.Top) topRow {
	row := newNamedRow(hostName(t.URL))
	if row.Path == "/" {
		row.Path = ""
	}
	if row.Href == "" && row.Scheme == "" && plainHost(row.Host) {
		row.Href = link("http://" + row.Host + "/")
	}
	return row
}

// plainHost reports whether a name consists only of letters, digits, dots, hyphens and a port.
func plainHost(name string) bool {
	return name != "" && strings.Trim(name, ".-:0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" &&
		!strings.ContainsAny(name, " /") && strings.Count(name, ":") <= 1
}

// link returns a URL if a browser may follow it: http or https with a host, and nothing else. It returns no long URL.
func link(address string) string {
	if len(address) > mostLinked {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return address
}

// splitURL cuts a URL before and behind its host. A name without scheme is no URL, and stays whole.
func splitURL(address string) (scheme, host, path string) {
	name, rest, ok := strings.Cut(address, "://")
	if !ok || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-") != "" || name == "" {
		return "", address, ""
	}
	scheme = name + "://"
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return scheme, rest[:i], rest[i:]
	}
	return scheme, rest, ""
}

// scoreName writes the name of a score as the text does.
func scoreName(name string) string {
	switch strings.ToLower(name) {
	case "indegree":
		return "in-degree"
	case "pagerank":
		return "PageRank"
	case "hits":
		return "HITS"
	case "salsa":
		return "SALSA"
	}
	return name
}

// outcome says how the computation ended.
func outcome(r measure.Ranking) string {
	if allZero(r) {
		return "No arc counts, so all scores are 0."
	}
	if r.Iterations == 0 {
		return "Computed directly, without iteration."
	}
	last := scientific(r.Residual) + inParentheses(norm(r.Norm))
	switch {
	case r.Converged:
		return "After " + plural(r.Iterations, "iteration") + " the residual was " + last + ", within the tolerance."
	case hasNoTolerance(r):
		return "All " + plural(r.Iterations, "iteration") + " were made, the requested number; the residual of the last was " + last + "."
	}
	return "After " + plural(r.Iterations, "iteration") + " the residual was " + last + "; it stopped before it reached the tolerance."
}

// allZero says that a ranking tells no page from another, as there are no arcs.
func allZero(r measure.Ranking) bool {
	tops := slices.Concat(r.Top, r.Authorities, r.Hubs)
	return len(tops) > 0 && !slices.ContainsFunc(tops, func(t measure.Top) bool { return t.Score != 0 })
}

// hasNoTolerance reports whether only the number of iterations ends a computation.
func hasNoTolerance(r measure.Ranking) bool {
	t, ok := r.Params["tolerance"].(float64)
	return ok && t <= 0
}

// norm writes the name of a norm as the literature does; "" for a result without a residual.
func norm(name string) string {
	if name == "none" {
		return ""
	}
	return strings.ToUpper(name)
}

// stopRule says when the iterations end, and where they did.
func stopRule(r measure.Ranking) string {
	if r.Iterations == 0 {
		return ""
	}
	text := " Stop rule: the residual, which is the"
	if n := norm(r.Norm); n != "" {
		text += " " + n
	}
	text += " norm of the change in one iteration, is within the tolerance, or the maximum number of iterations is reached."
	if hasNoTolerance(r) {
		text = " Stop rule: a fixed number of iterations."
	} else if _, ok := r.Params["bound"]; ok {
		text = " Stop rule: the bound on the " + norm(r.Norm) + " distance from the exact scores is within the tolerance, or the maximum number of iterations is reached. " +
			"The residual is the change in the last iteration."
	}
	return text
}

var rankingSources = map[string]string{
	"pagerank": "PageRank: the probability of finding a random surfer on a page. The surfer follows an arc of the page with probability α, and otherwise jumps to any page " +
		"(Page, Brin, Motwani and Winograd, “The PageRank citation ranking”, 1999; for dangling pages, Boldi et al., “Traps and pitfalls of topic-biased PageRank”, WAW 2006).",
	"hits": "HITS: a page is a good authority if good hubs point to it, and a good hub if it points to good authorities. Scores start at 1; each iteration computes authorities before hubs " +
		"(Kleinberg, “Authoritative sources in a hyperlinked environment”, J. ACM 46, 1999).",
	"salsa": "SALSA: the probability of finding a random walk that alternates between following an arc backwards and forwards. Within each component of the graph of hubs and authorities it is proportional to in-degree (authorities) or out-degree (hubs) " +
		"(Lempel and Moran, “SALSA: the stochastic approach for link-structure analysis”, ACM TOIS 19, 2001).",
	"katz": "Katz centrality: the number of walks along arcs that end at the page, where a walk of k arcs counts αᵏ. The sum of the squares of all scores is 1 " +
		"(Katz, “A new status index derived from sociometric analysis”, Psychometrika 18, 1953).",
	"closeness": "Closeness: r/s · r/(n − 1), where r of n pages lead to the page, at distances that add up to s " +
		"(Wasserman and Faust, “Social network analysis”, 1994).",
	"betweenness": "Betweenness: the share of all ordered pairs of other pages whose shortest path leads through the page. Of several shortest paths each counts the same part " +
		"(Freeman, “A set of measures of centrality based on betweenness”, Sociometry 40, 1977).",
	"indegree": "In-degree: the number of pages that point to a page, loops included.",
}

// rankingHow describes a ranking and its options.
func rankingHow(r measure.Ranking) []string {
	var how []string
	if source := rankingSources[strings.ToLower(r.Name)]; source != "" {
		how = append(how, source)
	}
	text := "Population: all pages. " + arcsThatCount(r.Kinds)
	if options := params(r.Params); options != "" {
		text += " Options: " + options + "."
	}
	text += stopRule(r)
	how = append(how, text+form(r.Form))
	return how
}

func inParentheses(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func form(f string) string {
	switch f {
	case "":
		return ""
	case store.InMemory:
		return " The graph was held in memory; streaming it gives identical results."
	case store.Unpacked:
		return " The graph was decoded into scratch files; holding it in memory gives identical results."
	case store.Streamed:
		return " The graph was streamed from its compressed file; holding it in memory gives identical results."
	}
	return " Form of the graph: " + f + "."
}

func params(options map[string]any) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		parts = append(parts, strings.ReplaceAll(name, "_", " ")+" = "+value(options[name]))
	}
	return strings.Join(parts, ", ")
}
