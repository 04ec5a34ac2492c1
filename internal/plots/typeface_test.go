package plots

import (
	"encoding/binary"
	"reflect"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// No glyph of the font is made of others: a reduced font would have to keep these, too.
func TestNoCompositeGlyphs(t *testing.T) {
	tables := tablesOf(goregular.TTF)
	o := outlines{tables["glyf"], tables["loca"], tables["head"][51] == 1}
	for g := range int(binary.BigEndian.Uint16(tables["maxp"][4:])) {
		if outline := o.of(g); len(outline) > 1 && int16(binary.BigEndian.Uint16(outline)) < 0 {
			t.Errorf("glyph %d is made of others", g)
		}
	}
}

// The reduced font has the outlines of the characters in use and no others.
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
