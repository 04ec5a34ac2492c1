package plots

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A typeface is the Go font of a PDF, reduced to the characters that the document has. Each different character has a code of
// two bytes, in the order of their first use. A table leads from codes to glyphs, another one from codes to characters, so that
// characters without a glyph can be searched, too.
type typeface struct {
	buffer sfnt.Buffer
	codes  map[rune]int
	runes  []rune
	glyphs []sfnt.GlyphIndex // by code; 0 is the box for missing characters
	widths []float64         // by code, in parts of the size of the font
}

func newTypeface() *typeface {
	return &typeface{codes: map[rune]int{}, runes: []rune{0}, glyphs: []sfnt.GlyphIndex{0}, widths: []float64{0}}
}

// used reports whether any text was written.
func (t *typeface) used() bool { return len(t.runes) > 1 }

// write returns the codes of a text as hexadecimal digits, and its width in parts of the size of the font.
func (t *typeface) write(text string) (digits string, width float64, err error) {
	var b strings.Builder
	for _, r := range text {
		code, known := t.codes[r]
		if !known {
			if code, err = t.add(r); err != nil {
				return "", 0, err
			}
		}
		fmt.Fprintf(&b, "%04X", code)
		width += t.widths[code]
	}
	return b.String(), width, nil
}

func (t *typeface) add(r rune) (code int, err error) {
	f, err := regular()
	if err != nil {
		return 0, err
	}
	g, err := f.GlyphIndex(&t.buffer, r)
	if err != nil {
		return 0, err
	}
	units := fixed.I(int(f.UnitsPerEm()))
	advance, err := f.GlyphAdvance(&t.buffer, g, units, font.HintingNone)
	if err != nil {
		return 0, err
	}
	const most = 1<<16 - 1
	if code = len(t.runes); code > most {
		return 0, fmt.Errorf("a picture with more than %d different characters", most)
	}
	t.codes[r] = code
	t.runes, t.glyphs, t.widths = append(t.runes, r), append(t.glyphs, g), append(t.widths, float64(advance)/float64(units))
	return code, nil
}

// objects adds the objects of the font to a document: the font, the font of its glyphs, its description and its tables.
func (t *typeface) objects(d *document) error {
	const name = "/BaseFont/AAAAAA+GoRegular"
	number := len(d.begins) + 1
	tables := tablesOf(goregular.TTF)
	d.add(fmt.Sprintf("<</Type/Font/Subtype/Type0%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", name, number+1, number+3))
	var widths strings.Builder
	for _, w := range t.widths {
		widths.WriteString(short3(1000*w) + " ")
	}
	d.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/FontDescriptor %d 0 R/W[0[%s]]/CIDToGIDMap %d 0 R>>", name, number+2, strings.TrimSpace(widths.String()), number+4))
	d.add(fmt.Sprintf("<</Type/FontDescriptor/FontName/AAAAAA+GoRegular/Flags 4%s/ItalicAngle 0/StemV 80/FontFile2 %d 0 R>>", metrics(tables), number+5))
	if err := d.stream("", []byte(t.characters())); err != nil {
		return err
	}
	places := make([]byte, 0, 2*len(t.glyphs))
	for _, g := range t.glyphs {
		places = binary.BigEndian.AppendUint16(places, uint16(g))
	}
	if err := d.stream("", places); err != nil {
		return err
	}
	file := subset(tables, t.glyphs)
	return d.stream(fmt.Sprintf("/Length1 %d", len(file)), file)
}

// characters is the table from codes to characters (ISO 32000-1, 9.10.3).
func (t *typeface) characters() string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	const most = 100 // entries of a block
	for from := 1; from < len(t.runes); from += most {
		to := min(from+most, len(t.runes))
		fmt.Fprintf(&b, "%d beginbfchar\n", to-from)
		for code := from; code < to; code++ {
			fmt.Fprintf(&b, "<%04X> <%s>\n", code, hexUTF16(string(t.runes[code])))
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.String()
}

// tablesOf returns the tables of a TrueType font by their tags. The font is part of the program, and well-formed.
func tablesOf(file []byte) map[string][]byte {
	const directory, entry = 12, 16
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		e := file[directory+entry*i:]
		at, length := binary.BigEndian.Uint32(e[8:]), binary.BigEndian.Uint32(e[12:])
		tables[string(e[:4])] = file[at : at+length]
	}
	return tables
}

// metrics are the keys of a font's description that come from its tables, in thousandths of its size.
func metrics(tables map[string][]byte) string {
	head, hhea := tables["head"], tables["hhea"]
	units := float64(binary.BigEndian.Uint16(head[18:]))
	at := func(table []byte, place int) string {
		return short3(1000 * float64(int16(binary.BigEndian.Uint16(table[place:]))) / units) //nolint:gosec // numbers with a sign
	}
	return fmt.Sprintf("/FontBBox[%s %s %s %s]/Ascent %s/Descent %s/CapHeight %s", at(head, 36), at(head, 38), at(head, 40), at(head, 42),
		at(hhea, 4), at(hhea, 6), short3(1000*rise))
}

// subset returns a font file with the outlines of some glyphs. All glyphs keep their numbers; the others become empty.
// The Go font has no glyphs that are made of others.
func subset(tables map[string][]byte, glyphs []sfnt.GlyphIndex) []byte {
	outlines := outlines{tables["glyf"], tables["loca"], tables["head"][51] == 1}
	kept := map[int]bool{}
	for _, g := range glyphs {
		kept[int(g)] = true
	}
	var glyf, loca []byte
	all := int(binary.BigEndian.Uint16(tables["maxp"][4:]))
	for g := range all {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		if kept[g] {
			glyf = append(glyf, outlines.of(g)...)
			for len(glyf)%4 > 0 {
				glyf = append(glyf, 0)
			}
		}
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head := slices.Clone(tables["head"])
	head[51] = 1 // places of 4 bytes
	part := map[string][]byte{"glyf": glyf, "loca": loca, "head": head}
	for _, tag := range []string{"cvt ", "fpgm", "hhea", "hmtx", "maxp", "prep"} {
		if t := tables[tag]; t != nil {
			part[tag] = t
		}
	}
	return fontFile(part)
}

// outlines hold the outlines of all glyphs of a font.
type outlines struct {
	glyf, loca []byte
	long       bool // places are of 4 bytes, else halved and of 2
}

func (o *outlines) of(glyph int) []byte {
	place := func(i int) uint32 {
		if o.long {
			return binary.BigEndian.Uint32(o.loca[4*i:])
		}
		return 2 * uint32(binary.BigEndian.Uint16(o.loca[2*i:]))
	}
	return o.glyf[place(glyph):place(glyph+1)]
}

// fontFile joins tables to a TrueType font.
func fontFile(tables map[string][]byte) []byte {
	tags := slices.Sorted(maps.Keys(tables))
	power := 0
	for 2<<power <= len(tags) {
		power++
	}
	const directory, entry = 12, 16
	head := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, x := range []int{len(tags), entry << power, power, entry * (len(tags) - 1<<power)} {
		head = binary.BigEndian.AppendUint16(head, uint16(x))
	}
	at := directory + entry*len(tags)
	var body []byte
	for _, tag := range tags {
		t := tables[tag]
		head = append(head, tag...)
		for _, x := range []uint32{checksum(t), uint32(at + len(body)), uint32(len(t))} {
			head = binary.BigEndian.AppendUint32(head, x)
		}
		body = append(body, t...)
		for len(body)%4 > 0 {
			body = append(body, 0)
		}
	}
	return append(head, body...)
}

// checksum is the sum of a table's words of 4 bytes.
func checksum(table []byte) (sum uint32) {
	for i := 0; i < len(table); i += 4 {
		var word [4]byte
		copy(word[:], table[i:])
		sum += binary.BigEndian.Uint32(word[:])
	}
	return sum
}
