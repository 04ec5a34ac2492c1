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

	"weft/internal/inert"
)

//go:embed layout/*.html layout/style.css
var files embed.FS

var (
	style  = readStyle()
	layout = template.Must(template.New("report").Funcs(template.FuncMap{
		"style":     func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own file
		"breakable": breakable,
	}).ParseFS(files, "layout/*.html"))
	// policy forbids the page to load or run anything; its one style sheet is admitted by its hash.
	policy = "default-src 'none'; style-src '" + hash(style) + "'; base-uri 'none'; form-action 'none'"
)

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
// Other errors come from w. Plots hold at most 180 points each. Tables are as long as the lists in d, which the
// caller cuts. A full report takes some 250 kB, whatever the size of the crawl.
func Write(w io.Writer, d Data) error {
	view, err := newDocument(d)
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	var b bytes.Buffer
	if err := layout.ExecuteTemplate(&b, "page.html", view); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	// Whatever got into the page: nothing of it turns or hides what stands beside it.
	if _, err := io.WriteString(w, inert.Lines(b.String())); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
