package missing

import "context"

// Unlisted is the class of a URL that the crawl does not know.
const Unlisted = "unlisted"

// A Found is the fate of a URL.
//
//json:object fate of a listed page
type Found struct {
	URL   string `json:"url"`   // the page
	Class string `json:"class"` // as in weft missing; here, redirected, or unlisted if the crawl does not know the URL
	// reason, such as 404 Not Found
	Reason string `json:"reason,omitempty" absent:"unknown"`
	Final  bool   `json:"-"` // failed, and no run of the crawl requests it again
}

// found describes the classes of fetched and unknown pages.
var found = map[string]string{
	Here: "fetched", Redirected: "redirected to another address", Unlisted: "not requested: the crawl does not know this URL",
}

// IsFetched reports whether the URL was fetched, or redirected to another address.
func (f *Found) IsFetched() bool { return f.Class == Here || f.Class == Redirected }

// Text describes the fate of the URL.
func (f *Found) Text() string {
	text := found[f.Class]
	if text == "" {
		text = f.Class + " (" + what[f.Class] + ")"
	}
	if f.Reason != "" {
		text += ": " + f.Reason
	}
	if f.Final {
		text += "; the crawl does not request this page again"
	}
	return text
}

// Find returns the fates of canonical URLs of the live crawl in a folder, in their order. It reads the log once, within a
// memory budget in bytes.
func Find(ctx context.Context, dir string, urls []string, memory int64) ([]Found, error) {
	l, err := openLog(ctx, dir, memory)
	if err != nil {
		return nil, err
	}
	defer l.Close() //nolint:errcheck // only read
	all := make([]Found, len(urls))
	at := make(map[string][]int, len(urls))
	for i, u := range urls {
		all[i] = Found{URL: u, Class: Unlisted}
		at[u] = append(at[u], i)
	}
	err = l.each(func(x *url) error {
		for _, i := range at[string(x.name)] {
			all[i].Class, all[i].Reason, all[i].Final = x.class, x.reason, x.final
		}
		return nil
	})
	return all, err
}
