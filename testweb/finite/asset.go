package finite

import (
	"fmt"
	"strings"

	"weft/internal/splitmix"
)

// asset answers for style sheets, scripts and pictures, which no page links to: what lies in /static/ and all pictures
// by their endings.
func asset(target string) (Answer, bool) {
	path, _, _ := strings.Cut(target, "?")
	h := hash(target)
	switch ending := path[strings.LastIndexByte(path, '.')+1:]; ending {
	case "css":
		return Answer{Status: 200, Type: "text/css", Body: fmt.Appendf(nil, "body { font: %dpx/1.4 sans-serif; color: #%03x; margin: 0 auto }\n", 12+h%5, h%1000)}, true
	case "js":
		return Answer{Status: 200, Type: "text/javascript", Body: fmt.Appendf(nil, "var site = %d;\n", h%100)}, true
	case "jpg", "png", "gif", "ico":
		return Answer{Status: 200, Type: "image/" + strings.NewReplacer("jpg", "jpeg", "ico", "x-icon").Replace(ending), Body: picture(h, ending)}, true
	}
	return Answer{}, false
}

// picture returns bytes that begin as a picture does, and differ.
func picture(h uint64, ending string) []byte {
	start := map[string]string{"png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "gif": "GIF89a", "jpg": "\xff\xd8\xff\xe0\x00\x10JFIF\x00", "ico": "\x00\x00\x01\x00"}[ending]
	b := []byte(start)
	for i := range 20 + h%40 {
		x := splitmix.Seed(h, i)
		b = append(b, byte(x), byte(x>>8), byte(x>>16), byte(x>>24), byte(x>>32), byte(x>>40))
	}
	return b
}

// pdf returns a document with a title and a text in a form that a viewer opens.
func pdf(title, text string) []byte {
	stream := fmt.Sprintf("BT /F1 11 Tf 72 720 Td (%s) Tj ET", strings.NewReplacer("(", "", ")", "", `\`, "").Replace(text))
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"+
		"3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n"+
		"5 0 obj\n<< /Title (%s) >>\nendobj\ntrailer\n<< /Root 1 0 R /Info 5 0 R >>\n%%%%EOF\n", len(stream), stream, title)
}
