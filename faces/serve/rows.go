package serve

import (
	"net/url"
	"slices"
	"strconv"

	"weft/answers/pages"
	"weft/graph"
	"weft/graph/page"
)

// A row is a page in a table. Texts are as the crawl has them.
type row struct{ pages.Row }

// A rowReader reads the rows of pages. It is not safe for concurrent use.
type rowReader struct{ *pages.Reader }

// usualColumns are all columns but the digest, which only the file of facts has, and the notes, which may be damaged apart
// from the crawl. A row of the file of facts takes a millisecond.
var usualColumns = slices.DeleteFunc(slices.Clone(pages.Columns), func(name string) bool { return name == "digest" || name == "tags" || name == "note" })

// usualColumns are the usual columns, with the notes where pages have some.
func (o *opened) usualColumns() []string {
	if !o.find.HasNotes() {
		return usualColumns
	}
	return append(slices.Clip(usualColumns), "tags", "note")
}

// newRows returns a reader of rows. Rows have no digest, so that the index can provide them.
func (o *opened) newRows() (*rowReader, error) {
	r, err := o.find.Rows(byURL, usualColumns)
	return &rowReader{r}, err
}

func (r *rowReader) close() { r.Close() } //nolint:errcheck // only read

// at reads the row of a page.
func (r *rowReader) at(u graph.Node) (row, error) {
	p, err := r.At(u)
	return row{p}, err
}

// Name is the URL of the page, or its number.
func (p row) Name() string {
	if p.URL == "" {
		return strconv.FormatUint(uint64(p.Page), 10)
	}
	return p.URL
}

// longestLink is the size of the longest URL that an address of this server carries, in bytes. A page with a longer URL
// is called by its number, which another snapshot may give to another page.
const longestLink = 1500

// Short names the page for an address or a form: by its URL, or by its number if the URL is too long.
func (p row) Short() string {
	if len(p.URL) > longestLink {
		return strconv.FormatUint(uint64(p.Page), 10)
	}
	return p.Name()
}

// Link is the query of the address of the page.
func (p row) Link() string { return pageQuery(p.URL, p.Page) }

func pageQuery(href string, number uint32) string {
	if href == "" || len(href) > longestLink {
		return "?n=" + strconv.FormatUint(uint64(number), 10)
	}
	return "?url=" + url.QueryEscape(href)
}

// stateWord is the word of screens for a state.
func stateWord(state string) string {
	if state == stateNames[page.Ghost] {
		return "only linked to"
	}
	return state
}

// When is the time of the page for people.
func (p row) When() string {
	if p.Time == nil {
		return ""
	}
	return p.Time.Format("2006-01-02 15:04")
}

// ScoreText is the score with six significant digits.
func (p row) ScoreText() string {
	if p.Score == nil {
		return ""
	}
	return strconv.FormatFloat(*p.Score, 'g', 6, 64)
}

// pageOf is the query of the address of a page that a text names. In a crawl with names the text is the name of the page, even
// if it has the form of a number. Without names it is the number. The query is empty for a name that an address cannot carry.
func pageOf(named bool, name string) string {
	if named {
		if name == "" || len(name) > longestLink {
			return ""
		}
		return pageQuery(name, 0)
	}
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil {
		return ""
	}
	return pageQuery("", uint32(n))
}

// isNamed reports whether the pages of the crawl have names. A crawl without a graph will have names.
func (k *crawl) isNamed() bool {
	o, err := k.use()
	if err != nil {
		return true
	}
	defer o.release()
	return o.HasNames()
}
