package captures

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"weft/internal/option"
	"weft/web/capture"
	"weft/web/weburl"
)

// usualIndex are the names that stand for folders on most servers; they show what --index-files would change.
var usualIndex = []string{"index.html", "index.htm", "index.xhtml", "index.shtml", "index.php"}

// CheckIndexFiles refuses invalid names.
func CheckIndexFiles(names []string) error {
	for _, n := range names {
		if n == "" || strings.ContainsAny(n, "/\\?#\x00") || n == "." || n == ".." {
			return option.Errorf("%w: {index-files} %.80q: expected names of files, such as index.html,index.htm", option.ErrUnfit, n)
		}
	}
	return nil
}

// languagesWanted splits a list such as "en,de"; English if it is empty.
func languagesWanted(list string) []string {
	var out []string
	for l := range strings.SplitSeq(strings.ToLower(list), ",") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	if out == nil {
		out = []string{"en"}
	}
	return out
}

// foldName returns the name under which a file is a page. For the first existing index file of a folder that is
// the folder's name, with a slash or empty.
func (t *tree) foldName(name string) string {
	dir, base := path.Split(name)
	if slices.Contains(t.index, base) && t.indexOf(dir, t.index) == base {
		return dir
	}
	return name
}

// indexOf returns the first of some names that is a file of a folder; "" if none is.
func (t *tree) indexOf(dir string, names []string) string {
	for _, n := range names {
		if t.files.has(dir + n) {
			return n
		}
	}
	return ""
}

// fold turns the links of a page to index files into links to their folders, if an option requires that. Otherwise
// it counts links to folders that have an index file.
func (t *tree) fold(c *record) error {
	for i := range c.page.Links {
		if err := t.foldLink(c, &c.page.Links[i]); err != nil {
			return err
		}
	}
	return nil
}

// foldLink is fold for one link.
func (t *tree) foldLink(c *record, l *capture.Outlink) error {
	name, rest, ok := t.nameOf(l.URL)
	if !ok {
		return nil
	}
	if len(t.index) == 0 {
		if (name == "" || strings.HasSuffix(name, "/")) && rest == "" && t.indexOf(name, usualIndex) != "" {
			c.folders++
		}
		return nil
	}
	folded := t.foldName(name)
	if folded == name {
		return nil
	}
	canonical, err := weburl.Append(nil, append(t.appendURL(nil, folded), rest...))
	if err == nil {
		l.Key, err = weburl.AppendKey(nil, canonical)
	}
	if err != nil {
		return fmt.Errorf("the folder of %.200q: %w", l.URL, err)
	}
	c.folded++
	return nil
}

// nameOf returns the name of the file that an address in the tree means, and the query after it; false outside of it.
func (t *tree) nameOf(href []byte) (name, rest string, ok bool) {
	tail, ok := bytes.CutPrefix(href, []byte(t.base))
	if !ok {
		return "", "", false
	}
	if i := bytes.IndexByte(tail, '?'); i >= 0 {
		tail, rest = tail[:i], string(tail[i:])
	}
	name, err := url.PathUnescape(string(tail))
	return name, rest, err == nil && !strings.Contains(name, "\x00")
}
