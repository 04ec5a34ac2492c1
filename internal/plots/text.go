package plots

import "strings"

// FontSize of labels, in units of the view box.
const FontSize = 11.5

// Family is the typeface of all text: the most similar typefaces of different systems.
const Family = "Liberation Sans, Arial, Helvetica, sans-serif"

// widths are the widths of the characters from the blank to the tilde, in thousandths of the size of the font.
// They hold for Helvetica, Arial and Liberation Sans, which agree.
var widths = [...]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
	556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
	611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
	667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
	222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// firstWide is the first of the characters that count as wide, a radical of Chinese; few narrow ones follow.
const firstWide = '\u2e80'

// Width returns about how wide a text is at a size of the font. Characters beyond ASCII count as digits, raised ones as
// half of that. Characters of Chinese, Japanese and Korean are as wide as the font is high.
func Width(text string, size float64) float64 {
	sum := 0
	for _, r := range text {
		switch {
		case r >= ' ' && int(r-' ') < len(widths):
			sum += widths[r-' ']
		case r >= '⁰' && r <= '⁹', r == '¹', r == '²', r == '³', r == '⁻':
			sum += 333
		case r >= firstWide:
			sum += 1000
		default:
			sum += 556
		}
	}
	return float64(sum) / 1000 * size
}

// Break breaks a name, such as a host or a URL, into lines: after dots, slashes and hyphens. Each line is at most as wide as
// width at a size of the font, where the parts permit it.
func Break(name string, size, width float64) (lines []string) {
	line := ""
	for len(name) > 0 {
		end := strings.IndexAny(name, "./-") + 1
		if end == 0 {
			end = len(name)
		}
		part := name[:end]
		name = name[end:]
		if line != "" && Width(line+part, size) > width {
			lines, line = append(lines, line), ""
		}
		line += part
	}
	return append(lines, line)
}
