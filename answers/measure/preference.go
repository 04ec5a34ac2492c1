package measure

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/lists"
	"weft/making/ingest"
	"weft/store"
)

// readPreference reads pages and weights.
func readPreference(c *store.Crawl, path string, o *answer.Options) ([]float64, error) {
	f, err := ingest.OpenText(path, o.Stdin, o.Memory)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	weights := make([]float64, c.NumPages())
	some := false
	list := lists.New(f, path, 1<<20)
	for list.Next() {
		fields := strings.Fields(list.Text())
		u, err := findPage(c, fields[0])
		weight := 1.0
		if err == nil && len(fields) > 1 {
			weight, err = strconv.ParseFloat(fields[1], 64)
		}
		if err == nil && (!(weight >= 0) || math.IsInf(weight, 1)) {
			err = errors.New("the weight must be a number, 0 or more")
		}
		if err != nil {
			return nil, list.At(fmt.Errorf("%q: expected a page of the crawl and an optional weight: %w", list.Text(), err))
		}
		weights[u] += weight
		some = some || weight > 0
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	if !some {
		return nil, fmt.Errorf("%s: no page has a weight above 0", path)
	}
	return weights, nil
}

// findPage reads the number or the URL of a page.
func findPage(c *store.Crawl, text string) (graph.Node, error) {
	u, ok, err := c.Page(text)
	if err == nil && !ok {
		err = fmt.Errorf("there is no page %s: the crawl has %d pages", text, c.NumPages())
	}
	return u, err
}
