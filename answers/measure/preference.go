package measure

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"weft/graph"
	"weft/store"
)

// readPreference reads pages and weights.
func readPreference(c *store.Crawl, path string) ([]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	weights := make([]float64, c.NumPages())
	some := false
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for line := 1; sc.Scan(); line++ {
		fields := strings.Fields(sc.Text())
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		u, err := findPage(c, fields[0])
		weight := 1.0
		if err == nil && len(fields) > 1 {
			weight, err = strconv.ParseFloat(fields[1], 64)
		}
		if err != nil || !(weight >= 0) {
			return nil, fmt.Errorf("%s, line %d: %q: want a page of the crawl and perhaps a weight: %w", path, line, sc.Text(), err)
		}
		weights[u] += weight
		some = some || weight > 0
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !some {
		return nil, fmt.Errorf("%s: there is no page with a weight in it", path)
	}
	return weights, nil
}

// findPage reads the number or the URL of a page.
func findPage(c *store.Crawl, text string) (graph.Node, error) {
	u, ok, err := c.Page(text)
	if err == nil && !ok {
		err = fmt.Errorf("there is no page %s among the %d", text, c.NumPages())
	}
	return u, err
}
