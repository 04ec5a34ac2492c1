package migratetest

import (
	"io/fs"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// Site returns the texts of the pages of a folder of HTML, by path below it. Type maps, which only say where variants
// are, are left out.
func Site(files fs.FS) (map[string]string, error) {
	pages := map[string]string{}
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(d.Name(), ".htm") {
			return err
		}
		body, err := fs.ReadFile(files, path)
		if err == nil && !strings.HasPrefix(string(body), "URI:") && !strings.Contains(string(body[:min(len(body), 400)]), "\nURI:") {
			pages[path] = textOf(body)
		}
		return err
	})
	return pages, err
}

// declared finds the encoding of XHTML, which a browser would hear of from the server.
var declared = regexp.MustCompile(`^<\?xml[^>]*encoding=["']([^"']+)`)

// textOf returns the text of a page outside of scripts and styles.
func textOf(body []byte) string {
	enc, _, _ := charset.DetermineEncoding(body, "")
	if said := declared.FindSubmatch(body); said != nil {
		if e, _ := charset.Lookup(string(said[1])); e != nil {
			enc = e
		}
	}
	if decoded, err := enc.NewDecoder().Bytes(body); err == nil {
		body = decoded
	}
	z := html.NewTokenizer(strings.NewReader(string(body)))
	var b strings.Builder
	hidden := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.StartTagToken:
			name, _ := z.TagName()
			hidden = string(name) == "script" || string(name) == "style"
		case html.EndTagToken:
			hidden = false
		case html.TextToken:
			if !hidden {
				b.Write(z.Text())
				b.WriteByte(' ')
			}
		}
	}
}
