package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"weft/internal/choice"
	"weft/internal/option"
)

// mostEdits is the number of changes by hand in an address.
const mostEdits = 60

// A siteQuery is the query of the screen of a site.
type siteQuery struct {
	Page   string // query of a page of the site, without its question mark
	In     []string
	Out    []string
	Under  string // the folder whose parts are listed; empty for the hosts
	From   int    // key of the first part
	Format string
}

// ruleFormats are the formats of rules on the screen; each reads its rules from a file.
var ruleFormats = []string{"heritrix", "browsertrix", "wget", "httrack", "surt"}

// siteQueryOf reads a query.
func siteQueryOf(r *http.Request) (q siteQuery, err error) {
	v := r.URL.Query()
	for _, name := range []string{"n", "url"} {
		if v.Get(name) != "" {
			q.Page = url.Values{name: v[name][:1]}.Encode()
			break
		}
	}
	q.In, q.Out, q.Under, q.Format = v["in"], v["out"], v.Get("under"), v.Get("format")
	if text := strings.TrimSpace(v.Get("change")); text != "" {
		if q = q.with(text, v.Get("side") == "in"); v.Get("side") != "in" && v.Get("side") != "out" {
			return q, fmt.Errorf("side=%s: expected in or out", v.Get("side"))
		}
	}
	if q.Format == "" {
		q.Format = ruleFormats[0]
	}
	if !slices.Contains(ruleFormats, q.Format) {
		return q, fmt.Errorf("format=%s: expected %s", q.Format, choice.Of(q.Format, ruleFormats))
	}
	if n := len(q.In) + len(q.Out); n > mostEdits {
		return q, option.Errorf("%d changes by hand: at most %d fit into an address. A terminal takes more: weft site CRAWL URL {include} PAGES {exclude} PAGES", n, mostEdits)
	}
	if text := v.Get("from"); text != "" {
		if q.From, err = strconv.Atoi(text); err != nil || q.From < 0 {
			return q, fmt.Errorf("from=%s: expected a whole number", text)
		}
	}
	return q, nil
}

// with adds a change by hand. It replaces an earlier change of the same pages.
func (q siteQuery) with(of string, in bool) siteQuery {
	q = q.without(of)
	if in {
		q.In = append(q.In, of)
	} else {
		q.Out = append(q.Out, of)
	}
	return q
}

// without takes a change by hand back.
func (q siteQuery) without(of string) siteQuery {
	is := func(text string) bool { return text == of }
	q.In, q.Out = slices.DeleteFunc(slices.Clone(q.In), is), slices.DeleteFunc(slices.Clone(q.Out), is)
	return q
}

// below is the query of another folder.
func (q siteQuery) below(under string, from int) siteQuery {
	q.Under, q.From = under, from
	return q
}

// Link is the query of an address.
func (q siteQuery) Link() string {
	v := url.Values{}
	v["in"], v["out"] = q.In, q.Out
	if q.Under != "" {
		v.Set("under", q.Under)
	}
	if q.From > 0 {
		v.Set("from", strconv.Itoa(q.From))
	}
	if q.Format != ruleFormats[0] {
		v.Set("format", q.Format)
	}
	return "?" + strings.TrimSuffix(q.Page+"&"+v.Encode(), "&")
}

// Field is the name and the value of the page in a form.
func (q siteQuery) Field() (f figure) {
	v, _ := url.ParseQuery(q.Page) // it was encoded here
	for name := range v {
		f = figure{Label: name, Value: v.Get(name)}
	}
	return f
}
