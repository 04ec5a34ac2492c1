package main

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Each list of values is that of a flag that there is.
func TestValuesAreOfFlags(t *testing.T) {
	var flags []string
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		add := func(f *pflag.Flag) { flags = append(flags, "--"+f.Name, c.Name()+" --"+f.Name) }
		c.LocalFlags().VisitAll(add)
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk((&app{}).root())
	for name := range valuesOf {
		if !slices.Contains(flags, name) {
			t.Errorf("there are values of %s, and no such flag", name)
		}
	}
}

// What a shell offers is what the command takes: the crawl is what is wrong then.
func TestOfferedValuesAreTaken(t *testing.T) {
	for _, line := range []string{
		"simulate course none --strategy", "simulate fit none --strategy", "simulate none --strategy", "clusters none --method", "clusters none --weights", "clusters none --quality",
		"compare none none --list", "seeds none --prune", "seeds none --core", "quotient none -o q --by",
	} {
		words := strings.Fields(line)
		offered, _ := weft(t, exitDone, append([]string{"__complete"}, append(words, "")...)...)
		values := strings.Fields(offered)
		if len(values) < 3 { // the last says what kind of values they are
			t.Errorf("weft %s: offered %q", line, offered)
		}
		for _, v := range values[:len(values)-1] {
			v = strings.TrimSuffix(v, ":") + map[bool]string{true: ":3"}[strings.HasSuffix(v, ":")]
			if got, errs := statusOf(append(words, v)...); got != exitFailed || !strings.Contains(errs, "none is neither") {
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
