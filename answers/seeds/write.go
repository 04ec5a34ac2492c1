package seeds

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Format is a way to write seeds down.
type Format string

// The formats: a URL a line; the seeds.txt of Heritrix, with comments; the configuration of Browsertrix, in YAML.
const (
	List        Format = "list"
	Heritrix    Format = "heritrix"
	Browsertrix Format = "browsertrix"
)

// Formats lists the names of the formats.
var Formats = []string{string(List), string(Heritrix), string(Browsertrix)}

// Write writes seeds in their order.
func Write(w io.Writer, list []Listed, f Format) error {
	out := bufio.NewWriter(w)
	if f == Browsertrix {
		fmt.Fprintln(out, "seeds:") //nolint:errcheck // kept until Flush
	}
	for _, s := range list {
		switch f {
		case Heritrix:
			fmt.Fprintf(out, "# %s\n%s\n", strings.Join(strings.Fields(s.Why), " "), s.URL) //nolint:errcheck // likewise
		case Browsertrix:
			fmt.Fprintf(out, "  - url: %s\n    scopeType: host\n", strconv.Quote(s.URL)) //nolint:errcheck // likewise
		default:
			fmt.Fprintln(out, s.URL) //nolint:errcheck // likewise
		}
	}
	return out.Flush()
}
