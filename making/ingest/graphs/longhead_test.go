package graphs_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats"
	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
	"weft/making/ingest/scan"
)

// The beginning of a long text may end inside a line. This line does not count.
func TestDetectLongTexts(t *testing.T) {
	for _, c := range []struct {
		format          *formats.Format
		start, end, cut string
	}{
		{&graphs.TGFFormat, "1 a\n2 b\n#\n", "1 2\n", "1 3"},
		{&graphs.NetInfFormat, "1,a\n2,b\n\n", "1,2\n", "1,3"},
		{&graphs.LGLFormat, "# a\nb\n", "# b\nc\n", "# b"},
	} {
		fill := strings.Repeat("\n", scan.TextPeek-len(c.start)-len(c.end)-len(c.cut))
		whole := c.start + fill + c.end + c.cut
		if !formatstest.Is(c.format, whole) {
			t.Errorf("%s: a line that is cut counts", c.format.Name)
		}
		if formatstest.Is(c.format, c.start+fill[1:]+c.end+c.cut) {
			t.Errorf("%s: the last line of a whole text does not count", c.format.Name)
		}
	}
}
