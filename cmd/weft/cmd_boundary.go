package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/site"
	"weft/internal/atomicfile"
	"weft/internal/digits"
	"weft/internal/disk"
	"weft/internal/ending"
	"weft/internal/inert"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/store/notes"
)

const boundaryLong = `List, load, share and use saved boundaries of sites. "weft site CRAWL URL --save NAME" and weft serve save them.

A boundary is a file of SURT prefixes, with comments that name its home page, hosts, options and the version of weft. weft keeps
it in the folder boundaries of the crawl. "weft crawl --scope surt:FILE" crawls within it. --load takes such a file from another
crawl, or a list of SURT prefixes of another program.

With NAME weft counts the pages of this crawl within the boundary, and lists the hosts of the boundary that this crawl does not
have. The longest prefix decides for each page. --list prints the pages.`

type boundaryOptions struct {
	load, rename, output string
	remove, list         bool
}

func (a *app) boundaryCmd() *cobra.Command {
	var o boundaryOptions
	c := &cobra.Command{
		Use:   "boundary CRAWL [NAME]",
		Short: "List, load and share saved boundaries of sites",
		Long:  boundaryLong,
		Example: made["crawl"] + "  weft site crawl 0 --anyway --save first\n  weft boundary crawl\n  weft boundary crawl first -o first.surt\n" +
			"  weft generate web -o other --pages 10000 --random-seed 2\n  weft boundary other --load first.surt",
		Args: between(1, 2, "a crawl, and perhaps the name of a boundary"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := ""
			if len(args) == 2 {
				name = args[1]
			}
			if err := checkBoundary(&o, name); err != nil {
				return err
			}
			return a.boundary(cmd, args[0], name, &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.load, "load", "", "save the boundary in `FILE` with the crawl, under NAME or the name of the file")
	f.StringVar(&o.rename, "rename", "", "give the boundary the name `NEW`")
	f.BoolVar(&o.remove, "delete", false, "delete the boundary, and the note on it")
	f.BoolVar(&o.list, "list", false, "print only the pages of the crawl within the boundary")
	f.StringVarP(&o.output, "output", "o", "", "write the boundary to `FILE`, for another crawl; - for standard output")
	ending.Set(f, "output", "surt")
	return c
}

func checkBoundary(o *boundaryOptions, name string) error {
	acts := 0
	for _, act := range []bool{o.load != "", o.rename != "", o.remove, o.list, o.output != ""} {
		if act {
			acts++
		}
	}
	switch {
	case acts > 1:
		return usagef("--load, --rename, --delete, --list and --output exclude each other: run weft boundary once for each")
	case name == "" && acts > 0 && o.load == "":
		return usagef("name a boundary after the crawl: weft boundary CRAWL lists them")
	}
	return nil
}

func (a *app) boundary(cmd *cobra.Command, crawl, name string, o *boundaryOptions) error {
	if err := checkCrawl(crawl); err != nil {
		return err
	}
	p := folder.Notes(crawl)
	switch {
	case o.load != "":
		var err error
		if name, err = loadBoundary(p, name, o.load); err != nil {
			return err
		}
	case name == "":
		return a.listBoundaries(crawl)
	case o.rename != "":
		if err := p.RenameBoundary(name, o.rename); err != nil {
			return boundaryError(err)
		}
		return a.print(changedBoundary{o.rename, name, false}, func(w io.Writer) { row(w, "renamed", "%s to %s", name, o.rename) })
	case o.remove:
		if err := p.RemoveBoundary(name); err != nil {
			return boundaryError(err)
		}
		return a.print(changedBoundary{name, "", true}, func(w io.Writer) { row(w, "deleted", "%s", name) })
	case o.output != "":
		return a.writeBoundary(p, name, o.output)
	}
	b, err := site.Load(crawl, name)
	if err != nil {
		return boundaryError(err)
	}
	return a.open(crawl, func(c *store.Crawl) error {
		x, err := b.In(cmd.Context(), c)
		if err != nil {
			return err
		}
		if o.list {
			return a.printWithin(c, x)
		}
		return a.print(x, func(w io.Writer) { printCarried(w, x) })
	})
}

// A changedBoundary is a boundary that was renamed or deleted.
//
//json:object changed boundary
type changedBoundary struct {
	Name    string `json:"name"`                   // name of the boundary
	Was     string `json:"renamed_from,omitempty"` // name before
	Deleted bool   `json:"deleted,omitempty"`      // the boundary was deleted
}

// boundaryError marks a wrong name as wrong usage.
func boundaryError(err error) error {
	if errors.Is(err, notes.ErrName) {
		return &usageError{err}
	}
	return err
}

// loadBoundary saves a boundary of a file, and returns its name.
func loadBoundary(p notes.Place, name, file string) (string, error) {
	if name == "" {
		base := filepath.Base(file)
		name = strings.TrimSuffix(base, filepath.Ext(base))
	}
	text, err := disk.ReadRegular(file, notes.MostBoundary)
	if err != nil {
		return "", err
	}
	if _, err := site.ReadBoundary(bytes.NewReader(text), file, name); err != nil {
		return "", err
	}
	return name, boundaryError(p.SaveBoundary(name, text, false))
}

// writeBoundary writes the file of a boundary.
func (a *app) writeBoundary(p notes.Place, name, path string) error {
	text, err := p.ReadBoundary(name)
	if err != nil {
		return boundaryError(err)
	}
	if path == "-" {
		_, err := a.stdout.Write(text)
		return err
	}
	if _, err := os.Stat(path); err == nil && samePath(path, p.BoundaryPath(name)) {
		return usagef("-o %s is the boundary itself: choose another name", path)
	}
	return atomicfile.WriteFile(path, text)
}

func samePath(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// printWithin prints the pages within a boundary.
func (a *app) printWithin(c *store.Crawl, x *site.Carried) error {
	return a.data(func(w io.Writer) error {
		for i := range c.NumPages() {
			if u := c.AtKey(i); x.Has(u) {
				if _, err := fmt.Fprintln(w, inert.Text(c.Label(u))); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// listedBoundaries are the saved boundaries of a crawl.
//
//json:object boundaries
type listedBoundaries struct {
	Boundaries []*site.SavedBoundary `json:"boundaries"` // saved boundaries, by name
}

func (a *app) listBoundaries(crawl string) error {
	v := listedBoundaries{Boundaries: []*site.SavedBoundary{}}
	names, err := folder.Notes(crawl).Boundaries()
	if err != nil {
		return err
	}
	for _, name := range names {
		b, err := site.Load(crawl, name)
		if err != nil {
			return err
		}
		v.Boundaries = append(v.Boundaries, b)
	}
	return a.print(v, func(w io.Writer) {
		row(w, "boundaries", "%s", grouped(len(names)))
		if len(names) == 0 {
			return
		}
		t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "name", Width: -24}, {Title: "pages", Width: 9}, {Title: "hosts", Width: 7}, {Title: "saved", Width: -20}, {Title: "home page"}}}
		for _, b := range v.Boundaries {
			t.Add(b.Name, digits.Grouped(b.Pages), digits.Grouped(len(b.Hosts)), savedText(b), b.Home)
		}
		answer.Print(w, []answer.Block{t}, flagOf)
	})
}

func savedText(b *site.SavedBoundary) string {
	if b.Saved.IsZero() {
		return ""
	}
	return b.Saved.UTC().Format(time.RFC3339)
}

// mostGone is the number of hosts that are listed as text.
const mostGone = 20

func printCarried(w io.Writer, x *site.Carried) {
	b := x.Boundary
	row(w, "boundary", "%s: %s, %s", b.Name, digits.Plural(len(b.Accept), "prefix"), digits.Plural(len(b.Reject), "exception"))
	if b.Home != "" {
		row(w, "home page", "%s%s", b.Home, map[bool]string{false: ", which this crawl does not have"}[x.HasHome])
	}
	if b.Pages > 0 {
		row(w, "saved", "with %s on %s", digits.Plural(b.Pages, "page"), digits.Plural(len(b.Hosts), "host"))
	}
	row(w, "here", "%s of this crawl, %s of them fetched, on %s", digits.Plural(x.Pages, "page"), grouped(x.Fetched), digits.Plural(len(x.Hosts), "host"))
	for _, h := range x.Gone[:min(mostGone, len(x.Gone))] {
		row(w, "not here", "%s, which had %s", h.Host, digits.Plural(h.Pages, "page"))
	}
	if more := len(x.Gone) - mostGone; more > 0 {
		row(w, "", "and %s", digits.Plural(more, "host"))
	}
	for _, o := range slices.Clip(b.Options) {
		row(w, "option", "%s", o)
	}
}
