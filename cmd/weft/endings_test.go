package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every flag that names what a command writes refuses the ending of another program's files, before any work.
func TestEndingsOfOtherPrograms(t *testing.T) {
	t.Chdir(t.TempDir())
	writes := regexp.MustCompile(`\b(writes?|draw|keep the outcomes)\b`)
	tried := 0
	eachFlag(func(c *cobra.Command, f *pflag.Flag) {
		metavariable, usage := pflag.UnquoteUsage(f)
		switch metavariable {
		case "FILE", "DIR", "CRAWL", "FOLDER", "BASENAME":
		default:
			return
		}
		if f.Hidden || !writes.MatchString(usage) {
			return
		}
		tried++
		const name = "x.xlsx"
		said := ""
		for n := range 3 {
			words := append(strings.Fields(c.CommandPath())[1:], "--"+f.Name+"="+name, "nothing", "nothing")
			var out, errs bytes.Buffer
			status := run(words[:len(words)-2+n], strings.NewReader(""), &out, &errs)
			if said = errs.String(); status == exitUsage && strings.Contains(said, " "+name+": expected ") {
				said = ""
				break
			}
		}
		if said != "" {
			t.Errorf("%s --%s %s: %s", c.CommandPath(), f.Name, name, said)
		}
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%s --%s %s wrote it (%v)", c.CommandPath(), f.Name, name, err)
		}
	})
	if tried < 40 {
		t.Errorf("only %d flags name what is written: the words of their usages have changed", tried)
	}
}
