package main

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/offered"
	"weft/making/ingest"
)

// eachFlag calls f with each flag of each command.
func eachFlag(f func(c *cobra.Command, flag *pflag.Flag)) {
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(flag *pflag.Flag) { f(c, flag) })
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk((&app{}).root())
}

// Help names each value that a shell offers, so that neither has more than the other.
func TestHelpNamesOfferedValues(t *testing.T) {
	flags := 0
	eachFlag(func(c *cobra.Command, flag *pflag.Flag) {
		if flag.Name == "memory" || flag.Name == "kinds" { // sizes, and kinds of arcs: the values are examples
			return
		}
		values := offered.Of(flag)
		if values != nil {
			flags++
		}
		for _, v := range values {
			if !strings.Contains(flag.Usage, strings.TrimSuffix(v, ":")) {
				t.Errorf("weft %s --%s: a shell offers %s, and the help is %q", c.Name(), flag.Name, v, flag.Usage)
			}
		}
	})
	if flags < 30 {
		t.Errorf("%d flags have values, expected 30 or more", flags)
	}
}

// The help of an option that only some inputs take names their formats.
func TestHelpNamesFormats(t *testing.T) {
	named := 0
	eachFlag(func(c *cobra.Command, flag *pflag.Flag) {
		if formats := ingest.TakenBy(flag.Name); c.Name() == "import" && formats != nil {
			if named++; !strings.HasSuffix(flag.Usage, "(for "+strings.Join(formats, ", ")+")") {
				t.Errorf("--%s: %q, expected that it is for %s", flag.Name, flag.Usage, formats)
			}
		}
	})
	if named != 11 {
		t.Errorf("%d flags name formats, expected 11", named)
	}
}

// What a shell offers is what the command takes: the crawl is what is wrong then.
func TestOfferedValuesAreTaken(t *testing.T) {
	for _, line := range []string{
		"simulate course none --strategy", "simulate fit none --strategy", "simulate none --strategy", "clusters none --method", "clusters none --weights", "clusters none --quality",
		"compare none none --list", "seeds none --prune", "seeds none --core", "quotient none -o q --by",
		"rank pagerank none --method", "rank pagerank none --dangling", "rank hits none --norm", "components none --view", "seeds none --format", "missing none --list",
		"fidelity components none --method", "fidelity none --zero", "fidelity none --rankings", "cores none --kind", "components none --kinds", "site none 0 --superset", "site none 0 --clusters", "site all none --clusters", "site none 0 --flow",
	} {
		words := strings.Fields(line)
		offered, _ := weft(t, exitDone, append([]string{"__complete"}, append(words, "")...)...)
		values := strings.Fields(offered)
		if len(values) < 3 { // the last says what kind of values they are
			t.Errorf("weft %s: offered %q", line, offered)
		}
		for _, v := range values[:len(values)-1] {
			v = strings.TrimSuffix(v, ":") + map[bool]string{true: ":3"}[strings.HasSuffix(v, ":")]
			if got, errs := statusOf(append(words, v)...); got != exitFailed || !strings.Contains(errs, "there is no crawl none") {
				t.Errorf("weft %s %s: status %d: %s", line, v, got, errs)
			}
		}
	}
}

// statusOf runs the command.
func statusOf(args ...string) (got int, stderr string) {
	var out, errs bytes.Buffer
	got = run(args, strings.NewReader(""), &out, &errs)
	return got, errs.String()
}

// Commands that are done leave nothing behind in the process: flags of hundreds of them were half of what tests took,
// in collections of garbage.
func TestCommandsLeaveNothing(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		runtime.GC() // what had finalizers
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	asked(t, exitDone, "version")
	before := heap()
	for range 40 {
		asked(t, exitDone, "version")
	}
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("the heap is %d bytes larger after 40 commands", grown)
	}
}
