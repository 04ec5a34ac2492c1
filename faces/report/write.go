package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"weft/internal/inert"
)

//go:embed layout/*.html layout/style.css
var files embed.FS

var (
	style = readStyle()
	// layout has the templates, from their first use on: other commands start without them.
	layout = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("report").Funcs(template.FuncMap{
			"style":     func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own file
			"breakable": breakable, "words": words, "lower": strings.ToLower,
		}).ParseFS(files, "layout/*.html"))
	})
	// policy forbids the page to load or run anything; its one style sheet is admitted by its hash.
	policy = "default-src 'none'; style-src '" + hash(style) + "'; base-uri 'none'; form-action 'none'"
)

// Style returns the style sheet of the report, for other pages with the same look.
func Style() string { return style }

func readStyle() string {
	text, err := files.ReadFile("layout/style.css")
	if err != nil {
		panic(err) // embedded when the program was built
	}
	return "\n" + strings.ReplaceAll(string(text), "\r\n", "\n")
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Write renders d as one HTML file. The same data give the same bytes. If rendering fails, nothing is written.
// Other errors come from w. Plots hold at most 150 points each. Tables are as long as the lists in d, which the
// caller cuts. The page holds its figures as CSV and SVG as long as it stays below 398,000 bytes.
func Write(w io.Writer, d Data) error {
	b, err := newBuilder(d)
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	var page bytes.Buffer
	if err := layout().ExecuteTemplate(&page, "page.html", &b.document); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	// Whatever got into the page: nothing of it turns or hides what stands beside it.
	if _, err := io.WriteString(w, b.takeAway(inert.Lines(page.String()), mostBytes)); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
