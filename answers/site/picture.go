package site

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"weft/graph"
	"weft/internal/inert"
	"weft/internal/plots"
)

// The size of pictures, in units of about a pixel.
const (
	pictureWidth, pictureHeight = 720, 380
	mostFolders                 = 24
	rowHeight                   = 22
)

var elsewhere = color.NRGBA{R: 0xc8, G: 0xc8, B: 0xc8, A: 255}

// A drawing has what the pictures of a site show.
type drawing struct {
	s       *Site
	folders []folder
	more    int
}

// A folder is the first part of the paths of a host.
type folder struct {
	name        string
	inside, all int
}

// picture counts the pages of the folders that have pages of a site, inside and outside.
func (g *Ground) picture(s *Site) *drawing {
	d := &drawing{s: s}
	if !g.c.HasNames() {
		return d
	}
	at := map[string]*folder{}
	for _, u := range s.pages {
		name := folderOf(g.c.Label(u))
		f := at[name]
		if f == nil {
			f = &folder{name: name}
			at[name] = f
		}
		f.inside++
	}
	for u := range graph.Node(g.c.NumPages()) {
		if f := at[folderOf(g.c.Label(u))]; f != nil {
			f.all++
		}
	}
	for _, f := range at {
		d.folders = append(d.folders, *f)
	}
	slices.SortFunc(d.folders, func(a, b folder) int { return cmp.Or(b.inside-a.inside, cmp.Compare(a.name, b.name)) })
	if d.more = len(d.folders) - mostFolders; d.more > 0 {
		d.folders = d.folders[:mostFolders]
	}
	return d
}

// folderOf is the host of a URL and the first part of its path.
func folderOf(url string) string {
	_, rest, has := strings.Cut(url, "://")
	if !has {
		return url
	}
	host, path, _ := strings.Cut(rest, "/")
	first, _, deeper := strings.Cut(path, "/")
	if !deeper {
		return host + "/"
	}
	return host + "/" + first + "/"
}

// Plots implements answer.Plotter: the sizes by ε, and the folders at the boundary.
func (d *drawing) Plots() []plots.Picture {
	var all []plots.Picture
	for _, p := range []struct {
		draw func() plots.Picture
		is   bool
	}{{d.sweep, d.s.Boundary != nil && d.s.Online == nil}, {d.bars, len(d.folders) > 0}} {
		if p.is {
			all = append(all, p.draw())
		}
	}
	return all
}

// sweep draws how many pages are inside for each ε, and which was taken.
func (d *drawing) sweep() plots.Picture {
	b := d.s.Boundary
	s := plots.NewPaper(pictureWidth, pictureHeight)
	least, most := b.Steps[len(b.Steps)-1].Epsilon, b.Steps[0].Epsilon
	var run []plots.Mean
	for _, x := range b.Steps {
		run = append(run, plots.Mean{X: x.Epsilon, Value: float64(max(1, x.Pages))})
	}
	slices.Reverse(run)
	s.Draw(8, 16, 34, 34, func(p *plots.Plot) {
		plots.Log(&p.X, least, most, plots.Ink)
		plots.Log(&p.Y, 1, float64(b.Steps[len(b.Steps)-1].Pages), plots.Ink)
		p.Add(plots.Grid{Ink: plots.Rule})
		p.Add(plots.Curve{Runs: [][]plots.Mean{run}, Style: plots.Line{Ink: plots.Blue, Width: 1.8}})
		p.Add(marked{b.Steps[b.Chosen]})
	})
	const title = "Pages of the site by ε"
	s.Title(8, pictureHeight-16, title)
	s.Caption(pictureWidth/2, 8, fmt.Sprintf("The circle is the ε that was taken; from %.3g to %.3g the site is the same to a fiftieth.", b.From, b.To))
	return plots.Picture{Name: "epsilon", Title: title, Sheet: s, Rows: append([][]string{plots.RunsHead}, plots.Rows("site", run, false)...)}
}

// marked is the step that was taken.
type marked struct{ Step }

// Draw implements plots.Layer.
func (m marked) Draw(g plots.Pen) {
	g.Ring(plots.Line{Ink: plots.Vermilion, Width: 1.6}, g.At(m.Epsilon, float64(max(1, m.Pages))), 5)
}

// bars draws how many pages of each folder are inside, beside the others.
func (d *drawing) bars() plots.Picture {
	height := float64(max(4, len(d.folders))*rowHeight + 84)
	s := plots.NewPaper(pictureWidth, height)
	most := 0
	for _, f := range d.folders {
		most = max(most, f.all)
	}
	s.Draw(8, 24, 44, 34, func(p *plots.Plot) {
		plots.Steps(&p.X, 0, most, plots.Ink)
		p.Y = plots.Axis{Min: -0.5, Max: float64(len(d.folders)) - 0.5, Ticks: plots.At(d.names()...), Ink: plots.Ink, Bare: true}
		p.Add(plots.Grid{Ink: plots.Rule})
		p.Add(rows(d.folders))
	})
	const title = "Pages inside (blue) and outside (grey) by host and first folder"
	s.Title(8, height-16, title)
	note := "Hosts and folders without a page of the site are not shown."
	if d.more > 0 {
		note = fmt.Sprintf("%d more folders with pages of the site, and those without any, are not shown.", d.more)
	}
	s.Caption(pictureWidth/2, 8, note)
	table := [][]string{{"folder", "inside", "pages"}}
	for _, f := range d.folders {
		table = append(table, []string{f.name, strconv.Itoa(f.inside), strconv.Itoa(f.all)})
	}
	return plots.Picture{Name: "boundary", Title: title, Sheet: s, Rows: table}
}

// names are the folders from below.
func (d *drawing) names() (names []plots.Tick) {
	for i, f := range d.folders {
		names = append(names, plots.Tick{Value: float64(len(d.folders) - 1 - i), Label: inert.First(f.name, 46)})
	}
	return names
}

// rows are the bars of folders.
type rows []folder

// Draw implements plots.Layer.
func (r rows) Draw(g plots.Pen) {
	for i, f := range r {
		y := float64(len(r) - 1 - i)
		for _, b := range []struct {
			ink  color.Color
			from int
			to   int
		}{{plots.Blue, 0, f.inside}, {elsewhere, f.inside, f.all}} {
			if b.from == b.to {
				continue
			}
			lo, hi := g.At(float64(b.from), y-0.36), g.At(float64(b.to), y+0.36)
			g.Polygons(b.ink, plots.Rect{Min: lo, Max: hi}.Corners())
		}
	}
}
