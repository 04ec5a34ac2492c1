package report

import (
	"strings"
	"testing"
)

// The head names the pages that arcs are divided by, where they are not all that stand beside.
func TestArcsPerPage(t *testing.T) {
	for _, c := range []struct {
		pages, ghosts, fetched int
		want                   string
	}{
		{10, 0, 10, "1.5 per page"},
		{10, 4, 6, "1.5 per fetched page"},
		{10, 4, 5, "1.5 per page, without pages never requested"},
	} {
		d := Data{Info: infoOf(10, 9)}
		d.Info.Pages, d.Info.Ghosts, d.Info.Fetched, d.Info.MeanOut = c.pages, c.ghosts, c.fetched, 1.5
		if _, root := render(t, d); !strings.Contains(text(root)+" ", c.want+" ") {
			t.Errorf("%+v: the head lacks %q", c, c.want)
		}
	}
}
