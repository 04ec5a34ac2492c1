package plots

import (
	"reflect"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The reduced font has the outlines of the characters in use, also of letters that are made of several outlines, and no others.
func TestSubset(t *testing.T) {
	whole, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	var glyphs []sfnt.GlyphIndex
	for _, r := range "aéЖǼ" {
		g, err := whole.GlyphIndex(&b, r)
		if err != nil || g == 0 {
			t.Fatal(g, err)
		}
		glyphs = append(glyphs, g)
	}
	tables := tablesOf(goregular.TTF)
	file := subset(tables, glyphs)
	if len(file) > len(goregular.TTF)/4 {
		t.Errorf("%d bytes", len(file))
	}
	part := tablesOf(file)
	for _, tag := range []string{"cmap", "name", "OS/2", "post"} { // which package sfnt requires
		part[tag] = tables[tag]
	}
	reduced, err := sfnt.Parse(fontFile(part))
	if err != nil {
		t.Fatal(err)
	}
	outline := func(f *sfnt.Font, g sfnt.GlyphIndex) sfnt.Segments {
		var b sfnt.Buffer
		s, err := f.LoadGlyph(&b, g, fixed.I(2048), nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, g := range glyphs {
		if want := outline(whole, g); len(want) < 10 || !reflect.DeepEqual(outline(reduced, g), want) {
			t.Errorf("glyph %d differs", g)
		}
	}
	for _, r := range "bЩ" {
		if g, err := whole.GlyphIndex(&b, r); err != nil || len(outline(reduced, g)) > 0 {
			t.Errorf("%c has an outline", r)
		}
	}
}
