package quotient_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/making/ingest/ingesttest"
	"weft/making/quotient"
	"weft/store"
)

// turned has the names of its groups in the other order.
type turned struct{ store.Groups }

func (t turned) Name(g int) (string, error) { return t.Groups.Name(t.Len() - 1 - g) }

// A plan counts the names of groups that are out of order. At the least budget that it accepts, the graph is made.
func TestPlanCountsNames(t *testing.T) {
	const n = 4000
	var arcs, sites strings.Builder
	for i := range n {
		fmt.Fprintf(&arcs, "http://h%04d.test/\thttp://h%04d.test/\n", i, (i+1)%n)
		fmt.Fprintf(&sites, "http://h%04d.test/\t%s%04d\n", i, strings.Repeat("a-long-name-", 40), n-i)
	}
	c := ingesttest.Text(t, arcs.String())
	found, err := c.ReadSites(strings.NewReader(sites.String()), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	o := quotient.Options{Crawl: c, Groups: turned{found}, By: quotient.BySite, DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "made"), Workers: 1, Memory: mem.Base}}
	if err := o.CountNames(); err != nil {
		t.Fatal(err)
	}
	_, err = c.Plan(o.View())
	short, ok := errors.AsType[*mem.ShortError](err)
	if !ok {
		t.Fatalf("a plan of %d bytes: got %v", o.Memory, err)
	}
	need := o.Need()
	counted := short.Need - mem.Base - need.Total()
	if least := int64(n) * (24 + 480); counted < least || counted > 2*least {
		t.Errorf("names are counted with %d bytes, want at least %d", counted, least)
	}
	o.Memory = short.Need
	if _, err := c.Plan(o.View()); err != nil {
		t.Fatalf("the plan of the budget that it asked for: %v", err)
	}
	if _, err := quotient.Run(t.Context(), o); err != nil {
		t.Errorf("planned with %d bytes: %v", o.Memory, err)
	}
	o.Memory, o.Output = short.Need-1, o.Output+"-less"
	if _, err := quotient.Run(t.Context(), o); !errors.As(err, &short) {
		t.Errorf("with a byte less: got %v", err)
	}
}
