package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"

	"weft/answers/missing"
	"weft/faces/serve/forms"
	"weft/faces/serve/jobs"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/web/weburl"
)

// A request for pages is a run of the crawl that requests these pages only. Before it starts, the pages that the crawl keeps
// out are shown with the reason, and the reader decides whether they are let in.

// A requesting holds the values of the screen before a request.
type requesting struct {
	Open    int // pages that the run requests
	Kept    []keptOut
	More    int // further pages that are kept out and not shown
	LetIn   int // pages that can be let in
	Rules   []string
	URLs    []string // of the form; nil where the list is sent by its class
	Class   string
	Reason  string
	Contact string
	Do      string
}

// A keptOut is a page that the crawl keeps out.
type keptOut struct {
	URL, Why, Remedy string
	canLetIn         bool
}

// remedies say of classes of pages that the crawl keeps out what can be done.
var remedies = map[string]string{
	missing.Scope:    "can be let in below",
	missing.Nofollow: "can be let in below",
	missing.Robots:   "ask the owner of the site; the crawl obeys robots.txt",
	missing.Held:     "the table of patterns on the screen Missing releases such pages",
	missing.Limit:    "Run, Change the crawl: raise depth, host-pages or host-bytes",
	missing.Types:    "Run, Change the crawl: types",
	missing.Here:     "the crawl has this page",
	missing.Shells:   "fetch it with a crawler that runs a browser",
	missing.Cookies:  "start a new crawl that keeps cookies",
	missing.Failed:   "start a new crawl with this page; this crawl has requested it, and does not do so again",
}

// A wanted is a request for pages: its URLs, and their fates before it.
type wanted struct {
	urls  []string
	note  string // a message for the job
	fates []missing.Found
}

// fates reads what is known of URLs, from the log.
func (s *Server) fates(ctx context.Context, k *crawl, urls []string) ([]missing.Found, error) {
	memory, back := s.memory(workShare)
	defer back()
	return missing.Find(ctx, k.path, urls, memory)
}

// keptOut returns the pages that the crawl would not request, in the order of the request.
func (q *wanted) keptOut() (all []keptOut) {
	for _, f := range q.fates {
		remedy, kept := remedies[f.Class]
		if !kept || f.Class == missing.Failed && !f.Final {
			continue
		}
		why := f.Reason
		if why == "" {
			why = f.Text()
		}
		all = append(all, keptOut{f.URL, why, remedy, f.Class == missing.Scope || f.Class == missing.Nofollow})
	}
	return all
}

// newSeeds returns the URLs that the crawl does not know. With letIn it adds the pages that have nofollow links only.
func (q *wanted) newSeeds(letIn bool) (urls []string) {
	for _, f := range q.fates {
		if f.Class == missing.Unlisted || letIn && f.Class == missing.Nofollow {
			urls = append(urls, f.URL)
		}
	}
	return urls
}

// rules returns the exclusions that keep pages out.
func (q *wanted) rules(cfg *folder.Config) (all []string) {
	for _, text := range cfg.Scope.Exclude {
		rule, err := regexp.Compile(text)
		if err == nil && slices.ContainsFunc(q.fates, func(f missing.Found) bool { return f.Class == missing.Scope && rule.MatchString(f.URL) }) {
			all = append(all, text)
		}
	}
	return all
}

// letPagesIn returns the options that let single pages in. Exclusions of these pages are dropped; a run replaces all
// expressions, so the others are repeated.
func (q *wanted) letPagesIn(cfg *folder.Config) *forms.Filled {
	f, dropped := &forms.Filled{}, q.rules(cfg)
	left := slices.DeleteFunc(slices.Clone(cfg.Scope.Exclude), func(rule string) bool { return slices.Contains(dropped, rule) })
	switch {
	case len(dropped) == 0:
	case len(left) == 0:
		f.Add("no-exclude", "true")
	default:
		for _, rule := range left {
			f.Add("exclude", rule)
		}
	}
	if cfg.Scope.Area == "anywhere" {
		return f
	}
	all := slices.Clone(cfg.Scope.Include)
	for _, x := range q.fates {
		if p := "^" + regexp.QuoteMeta(x.URL) + "$"; x.Class == missing.Scope && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	if len(all) > len(cfg.Scope.Include) {
		for _, p := range all {
			f.Add("include", p)
		}
	}
	return f
}

// mostKeptOut is the number of pages that the screen before a request shows.
const mostKeptOut = 500

// requestPages starts a run for pages, or shows first which pages it cannot request.
func (s *Server) requestPages(w http.ResponseWriter, r *http.Request, k *crawl, cfg *folder.Config, q *wanted) (id string, err error) {
	if _, err := contactOf(r); err != nil {
		return "", err
	}
	for i, text := range q.urls {
		if u, err := weburl.Parse(text); err == nil { // else weft crawl refuses it
			q.urls[i] = u
		}
	}
	if q.fates, err = s.fates(r.Context(), k, q.urls); err != nil {
		return "", err
	}
	do := r.PostForm.Get("do")
	kept := q.keptOut()
	if len(kept) > 0 && r.PostForm.Get("sure") == "" {
		v := &requesting{Open: len(q.urls) - len(kept), Kept: kept[:min(len(kept), mostKeptOut)], Rules: q.rules(cfg), URLs: q.urls, Contact: r.PostForm.Get("o.contact"), Do: do}
		v.More = len(kept) - len(v.Kept)
		for _, x := range kept {
			if x.canLetIn {
				v.LetIn++
			}
		}
		if do == "fetchall" {
			v.Class, v.Reason, v.URLs = r.PostForm.Get("class"), r.PostForm.Get("reason"), nil
		}
		s.render(w, http.StatusOK, "request", &view{Title: "Before the request", Crawl: k, Here: "Missing", Token: s.token(r), Of: v})
		return "", nil
	}
	letIn, filled := r.PostForm.Get("sure") == "letin", &forms.Filled{}
	if letIn {
		filled = q.letPagesIn(cfg)
	}
	return s.resume(w, r, k, &resumption{filled: filled, seeds: q.newSeeds(letIn), only: q.urls, memory: s.usualMemory(), note: q.note})
}

// A requested is a page of a request, with its fate after the run.
type requested struct {
	URL, Fate string
	Link      string // query of its page; empty if the crawl does not know it
	isFetched bool   // or redirected
}

// mostResult is the size of the result of a crawl that is read for its listed pages, in bytes.
const mostResult = 16 << 20

// requestedOf reads from the result of a crawl the fates of the pages that it requested; nil if it requested none by name.
func (s *Server) requestedOf(j *jobs.State) (all []requested) {
	f, err := s.jobs.OpenFile(j.ID, ".", jobs.ResultFile)
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // only read
	var result struct {
		Listed []missing.Found `json:"listed"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(nil, f, mostResult)).Decode(&result); err != nil {
		return nil
	}
	for _, x := range result.Listed {
		row := requested{URL: x.URL, Fate: x.Text(), isFetched: x.IsFetched()}
		if x.Class != missing.Unlisted {
			row.Link = pageOf(true, x.URL)
		}
		all = append(all, row)
	}
	return all
}

// countRequested says how many pages of a request were fetched.
func countRequested(all []requested) string {
	fetched := 0
	for _, x := range all {
		if x.isFetched {
			fetched++
		}
	}
	return digits.Grouped(fetched) + " of " + digits.Plural(len(all), "requested page")
}
