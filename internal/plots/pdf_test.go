package plots_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"weft/internal/plots"
	"weft/internal/shared"
)

// pdf writes a sheet as PDF.
func pdf(t *testing.T, s *plots.Sheet, title string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.PDF(&b, title); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// objects returns the objects of a file by their places in its table, which are checked.
func objects(t *testing.T, file []byte) (all []string) {
	t.Helper()
	at := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(file)
	if at == nil {
		t.Fatalf("no end: %q", file[max(0, len(file)-100):])
	}
	table, _ := strconv.Atoi(string(at[1]))
	for _, entry := range regexp.MustCompile(`(\d{10}) 00000 n \n`).FindAllSubmatch(file[table:], -1) {
		place, _ := strconv.Atoi(string(entry[1]))
		head := fmt.Sprintf("%d 0 obj\n", len(all)+1)
		end := bytes.Index(file[place:], []byte("\nendobj\n"))
		if !bytes.HasPrefix(file[place:], []byte(head)) || end < 0 {
			t.Fatalf("no object %d at %d", len(all)+1, place)
		}
		all = append(all, string(file[place+len(head):place+end]))
	}
	return all
}

// unpacked returns the data of an object with a stream.
func unpacked(t *testing.T, object string) string {
	t.Helper()
	_, data, found := strings.Cut(object, "\nstream\n")
	z, err := zlib.NewReader(strings.NewReader(data))
	if !found || err != nil {
		t.Fatalf("no stream: %.100s", object)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// Every kind of shape is a painted path or a text of the page, in order.
func TestPDFShapes(t *testing.T) {
	s := plots.NewSheet(100, 50, plots.Ink)
	s.Lines(plots.Line{Ink: plots.Blue, Width: 2, Dashes: []float64{3, 1.5}, Opacity: 0.35}, []plots.Point{{X: 0, Y: 0}, {X: 10, Y: 50}})
	s.Polygons(color.NRGBA{R: 255, A: 51}, plots.Rect{Min: plots.Point{X: 1, Y: 2}, Max: plots.Point{X: 3, Y: 4}}.Corners())
	s.Discs(plots.Green, 1.5, plots.Point{X: 5, Y: 5}, plots.Point{X: 6, Y: 40})
	s.Ring(plots.Line{Ink: plots.Pink, Width: 1}, plots.Point{X: 9, Y: 8}, 4)
	s.Write(plots.Ink, plots.Label{Text: "ab", At: plots.Point{X: 7, Y: 9}, Size: 10})
	s.Write(plots.Ink, plots.Label{Text: "ba", At: plots.Point{X: 7, Y: 9}, Size: 10, Upwards: true})
	all := objects(t, pdf(t, s, "A (title) \\ Ж"))
	if !strings.Contains(all[2], "/MediaBox[0 0 75 37.5]") || !strings.Contains(all[2], "/O0<</ca 0.349/CA 0.349>>/O1<</ca 0.2/CA 0.2>>") {
		t.Errorf("page %s", all[2])
	}
	if want := "<</Title <FEFF004100200028007400690074006C00650029" + "0020005C00200416>/Producer(weft)>>"; all[4] != want {
		t.Errorf("got %s, want %s", all[4], want)
	}
	content := unpacked(t, all[3])
	for _, want := range []string{
		"q /O0 gs 0 0.447 0.698 RG 2 w [3 1.5] 0 d 0 0 m 10 50 l S Q\n", "q /O1 gs 1 0 0 rg 1 2 m 3 2 l 3 4 l 1 4 l h f Q\n",
		"m 6.5 5.828 5.828 6.5 5 6.5 c", "h 7.5 40 m", "RG 1 w 13 8 m", "1 0 0 1 7 9 Tm <00010002> Tj", "0 1 -1 0 7 9 Tm <00020001> Tj",
	} {
		if !strings.Contains(content, want) {
			t.Errorf("no %q in %s", want, content)
		}
	}
	if strings.Count(content, "q ") != strings.Count(content, "Q\n") {
		t.Errorf("states are saved and not restored: %s", content)
	}
}

// The file depends only on the drawing, and has no date.
func TestPDFIsTheSame(t *testing.T) {
	draw := func() []byte {
		s := plots.NewPaper(40, 30)
		for i := range 20 {
			s.Polygons(color.NRGBA{A: uint8(10 * i)}, s.Corners())
			s.Caption(20, float64(i), strings.Repeat("Łódź Ωмега ", i)+string(rune('a'+i)))
		}
		return pdf(t, s, "title")
	}
	first := draw()
	for range 5 {
		if !bytes.Equal(first, draw()) {
			t.Fatal("two files differ")
		}
	}
	if bytes.Contains(first, []byte("Date")) {
		t.Error("there is a date")
	}
}

// The embedded font has a code for each different character, with or without a glyph.
func TestPDFFont(t *testing.T) {
	s := plots.NewSheet(40, 30, plots.Ink)
	s.Caption(0, 0, "aéЖ中😀")
	all := objects(t, pdf(t, s, ""))
	file := []byte(unpacked(t, all[len(all)-1]))
	if !strings.Contains(all[len(all)-1], fmt.Sprintf("/Length1 %d", len(file))) || len(file) > 60_000 {
		t.Errorf("%d bytes: %.80s", len(file), all[len(all)-1])
	}
	places := unpacked(t, all[len(all)-2])
	if len(places) != 2*6 || strings.Count(places[8:], "\x00") != 4 || strings.Contains(places[2:8], "\x00\x00") {
		t.Errorf("glyphs %x", places)
	}
	for _, want := range []string{"5 beginbfchar", "<0001> <0061>", "<0002> <00E9>", "<0003> <0416>", "<0004> <4E2D>", "<0005> <D83DDE00>"} {
		if characters := unpacked(t, all[len(all)-3]); !strings.Contains(characters, want) {
			t.Errorf("no %s in %s", want, characters)
		}
	}
}

// Poppler reads the texts and draws the same picture as the writer of PNG.
func TestPDFByPoppler(t *testing.T) {
	shared.Outside()
	for _, program := range []string{"pdftotext", "pdftoppm", "pdffonts", "pdfinfo"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("poppler-utils is not installed: tools/browser.sh installs it")
		}
	}
	s := plots.NewPaper(300, 200)
	s.Polygons(plots.Blue, plots.Rect{Min: plots.Point{X: 20, Y: 20}, Max: plots.Point{X: 90, Y: 60}}.Corners())
	s.Lines(plots.Line{Ink: plots.Vermilion, Width: 6, Opacity: 0.5}, []plots.Point{{X: 10, Y: 40}, {X: 150, Y: 40}})
	s.Lines(plots.Line{Ink: plots.Green, Width: 3, Dashes: []float64{12, 6}}, []plots.Point{{X: 20, Y: 10}, {X: 200, Y: 10}, {X: 220, Y: 30}})
	s.Discs(plots.Orange, 20, plots.Point{X: 200, Y: 100})
	s.Ring(plots.Line{Ink: plots.Pink, Width: 4}, plots.Point{X: 250, Y: 100}, 20)
	texts := []string{"Wrocław é ½", "Ωmega ελληνικά 10⁻³", "Кириллица Ђ", "中文 😀"}
	for i, text := range texts {
		s.Write(plots.Ink, plots.Label{Text: text, At: plots.Point{X: 20, Y: float64(100 + 20*i)}, Size: 16})
	}
	s.Write(plots.Ink, plots.Label{Text: "Upwards Ж", At: plots.Point{X: 285, Y: 100}, Size: 16, AlongAt: plots.Middle, AcrossAt: plots.End, Upwards: true})
	dir := t.TempDir()
	path := filepath.Join(dir, "a.pdf")
	if err := os.WriteFile(path, pdf(t, s, "Título — Ж"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		if strings.Contains(string(out), "Error") || strings.Contains(string(out), "Warning") {
			t.Errorf("%s says %s", name, out)
		}
		return string(out)
	}
	text := run("pdftotext", "-layout", path, "-")
	for _, want := range append(texts, "Upwards Ж") {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if info := run("pdfinfo", path); !strings.Contains(info, "Título — Ж") || !strings.Contains(info, "225 x 150 pts") {
		t.Errorf("info %s", info)
	}
	if fonts := run("pdffonts", path); !regexp.MustCompile(`GoRegular +CID TrueType +Identity-H +yes yes yes`).MatchString(fonts) {
		t.Errorf("fonts %s", fonts)
	}
	run("pdftoppm", "-r", "192", "-png", path, filepath.Join(dir, "a")) // 2 pixels a unit
	drawn, err := os.ReadFile(filepath.Join(dir, "a-1.png"))
	if err != nil {
		t.Fatal(err)
	}
	var own bytes.Buffer
	if err := s.PNG(&own, 2); err != nil {
		t.Fatal(err)
	}
	same(t, drawn, own.Bytes())
}

// same fails if two pictures differ by more than their edges.
func same(t *testing.T, a, b []byte) {
	t.Helper()
	x, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	y, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if x.Bounds() != y.Bounds() {
		t.Fatalf("%v and %v", x.Bounds(), y.Bounds())
	}
	// Means of squares of 8 pixels: programs smooth edges each in their own way.
	const square, most = 8, 40
	for i := 0; i < x.Bounds().Dx(); i += square {
		for j := 0; j < x.Bounds().Dy(); j += square {
			var difference [3]int
			for k := range square * square {
				r, g, b, _ := x.At(i+k%square, j+k/square).RGBA()
				p, q, u, _ := y.At(i+k%square, j+k/square).RGBA()
				for c, d := range [3]int{int(r>>8) - int(p>>8), int(g>>8) - int(q>>8), int(b>>8) - int(u>>8)} {
					difference[c] += d
				}
			}
			for _, d := range difference {
				if d = d / square / square; d > most || d < -most {
					t.Fatalf("the pictures differ at %d, %d by %v", i, j, difference)
				}
			}
		}
	}
}

// A sheet without an area, or larger than a page can be, is refused.
func TestPDFRefused(t *testing.T) {
	for _, s := range []*plots.Sheet{plots.NewSheet(0, 10, plots.Ink), plots.NewSheet(10, 20_000, plots.Ink)} {
		if err := s.PDF(io.Discard, ""); err == nil || !strings.Contains(err.Error(), "14400") {
			t.Errorf("%v: got %v", s.Max, err)
		}
	}
}

// Text that is written upwards covers a high and narrow part of the picture, to the left of its foot.
func TestPNGUpwards(t *testing.T) {
	s := plots.NewPaper(60, 200)
	s.Write(plots.Ink, plots.Label{Text: "Upwards HHH", At: plots.Point{X: 30, Y: 20}, Size: 16, Upwards: true})
	var b bytes.Buffer
	if err := s.PNG(&b, 1); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	least, most := [2]int{1000, 1000}, [2]int{}
	for x := range 60 {
		for y := range 200 {
			if r, _, _, _ := picture.At(x, y).RGBA(); r>>8 < 160 {
				least[0], least[1], most[0], most[1] = min(least[0], x), min(least[1], y), max(most[0], x), max(most[1], y)
			}
		}
	}
	if least[0] < 17 || least[0] > 20 || most[0] < 30 || most[0] > 35 || most[1] < 176 || most[1] > 180 || least[1] < 70 || least[1] > 110 {
		t.Errorf("the text covers %v to %v", least, most)
	}
}

// Dashes are drawn, also across corners.
func TestPNGDashes(t *testing.T) {
	s := plots.NewPaper(40, 10)
	s.Lines(plots.Line{Ink: plots.Ink, Width: 2, Dashes: []float64{8, 4}}, []plots.Point{{X: 0, Y: 5}, {X: 6, Y: 5}, {X: 40, Y: 5}})
	var b bytes.Buffer
	if err := s.PNG(&b, 1); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	for x := range 40 {
		r, _, _, _ := picture.At(x, 5).RGBA()
		if drawn := r>>8 < 128; drawn != (x%12 < 8) {
			t.Errorf("column %d: drawn is %v", x, drawn)
		}
	}
}
