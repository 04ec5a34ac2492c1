package main

import (
	"runtime"
	"slices"
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

// Commands that are done leave nothing behind in the process: flags of hundreds of them were half of what tests took, in collections of garbage.
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
