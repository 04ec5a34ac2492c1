package main

import (
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
