package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/internal/offered"
)

// --csv prints each table of a result with the keys and values of --json: as many rows, and in each column the values.
func TestCSVIsTheJSON(t *testing.T) {
	prepare(t)
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "600", "--degree", "6")
	weft(t, exitDone, "import", "list.txt", "-o", "listed")
	for line, tables := range map[string][]string{
		"degrees web": {"correlations", "figures"}, "rank hits web --top 3": {"authorities", "hubs", "top_hosts"}, "fidelity web": {"wanted", "hosts", "at_risk"},
		"components web --grow 5,50%": {"growth.points"}, "compare web listed": {"states", "ranks.up"}, "site all web --top 3": {"top"}, "portrait web --cores 0 --samples 20": {"portraits"},
		"missing listed": {"classes"}, "fidelity components web": {"components", "methods"},
	} {
		_, v := runJSON(t, line)
		for _, table := range tables {
			args := append(strings.Fields(line), "--csv", table, "--quiet")
			out, _ := weft(t, exitDone, args...)
			got, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil || len(got) == 0 {
				t.Fatalf("weft %s --csv %s: %v: %s", line, table, err, out)
			}
			rows := []any{v}
			if table != answer.FiguresTable {
				rows, _ = below(v, table).([]any)
			}
			if len(got)-1 != len(rows) {
				t.Errorf("weft %s --csv %s: %d rows, want %d", line, table, len(got)-1, len(rows))
				continue
			}
			for i, row := range rows {
				if table != answer.FiguresTable {
					checkColumns(t, line+" --csv "+table, got[0], row)
				}
				for k, key := range got[0] {
					if cell := got[i+1][k]; !sameCell(cell, below(row, key)) {
						t.Errorf("weft %s --csv %s, row %d: %s is %q, and in JSON %v", line, table, i, key, cell, below(row, key))
					}
				}
			}
		}
	}
}

// checkColumns says which keys of a row have no column: neither of their own, nor for the keys of the object at them.
func checkColumns(t *testing.T, command string, columns []string, row any) {
	t.Helper()
	object, _ := row.(map[string]any)
	for key := range object {
		if !slices.ContainsFunc(columns, func(c string) bool { return c == key || strings.HasPrefix(c, key+".") }) {
			t.Errorf("weft %s: the key %s of a row has no column, in %q", command, key, columns)
		}
	}
}

// below returns the value at a key with dots.
func below(v any, key string) any {
	for k := range strings.SplitSeq(key, ".") {
		object, _ := v.(map[string]any)
		v = object[k]
	}
	return v
}

// sameCell says whether a cell is a value of JSON.
func sameCell(cell string, want any) bool {
	switch x := want.(type) {
	case nil:
		return cell == ""
	case string:
		return cell == x
	}
	var got any
	return json.Unmarshal([]byte(cell), &got) == nil && reflect.DeepEqual(got, want)
}

// --csv refuses names of tables that are none, with those that are, and other output beside it.
func TestCSVIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "100")
	for line, want := range map[string]string{
		"degrees web --csv laws":                         "in.fit.alternatives, ",
		"degrees web --csv figures --json":               "cannot be combined with --json",
		"degrees web --csv figures --plan":               "cannot be combined with --plan",
		"compare web web --list kept --csv figures":      "--list kept cannot be combined with --csv",
		"distances web --diameter --csv top":             "this result has no such table: expected one of figures",
		"seeds web -k 1 --min-core 1x1 -o - --csv seeds": "and a file both use standard output",
	} {
		if out, errs := weft(t, exitUsage, strings.Fields(line)...); !strings.Contains(errs, want) || out != "" && !strings.Contains(line, "--json") {
			t.Errorf("weft %s: got %q and %q, want %q", line, out, errs, want)
		}
	}
}

// A table whose number of rows is set to 0 is refused; all other tables are the same without these rows.
func TestCSVHasRows(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "300", "--degree", "6")
	weft(t, exitDone, "extract", "web", "--top", "250", "-o", "newer")
	refused := 0
	eachCommand(func(c *cobra.Command, _ func(func(*cobra.Command)) string) {
		table := c.Flags().Lookup("csv")
		if table == nil || strings.Contains(c.CommandPath(), "explain") || strings.Contains(c.CommandPath(), "site diff") || strings.Contains(c.CommandPath(), "fidelity components") {
			return
		}
		line := append(strings.Fields(c.CommandPath())[1:], "web", "--quiet")
		if strings.HasPrefix(c.Use, "compare") {
			line = append(line, "newer")
		}
		for flag := range sized {
			if f := c.Flags().Lookup(flag); f == nil || f.DefValue == "1000" {
				continue
			}
			for _, name := range offered.Of(table) {
				var out, errs bytes.Buffer
				status := run(slices.Concat(line, []string{"--csv", name, "--" + flag, "0"}), nil, &out, &errs)
				if status == exitUsage {
					refused++
					continue
				}
				if usual, _ := weft(t, exitDone, slices.Concat(line, []string{"--csv", name})...); status != exitDone || out.String() != usual && name != answer.FiguresTable {
					t.Errorf("weft %q --csv %s --%s 0: status %d, %s", line, name, flag, status, errs.String())
				}
			}
		}
	})
	if refused < 20 {
		t.Errorf("%d tables were refused", refused)
	}
}

// The tables of a ranking are those that it has.
func TestTablesOfRankings(t *testing.T) {
	for line, want := range map[string]string{
		"rank pagerank c --csv": "one of top, top_hosts, figures:", "rank hits c --csv": "one of authorities, hubs, top_hosts, figures:", "rank closeness c --csv": "one of top, figures:",
		"rank pagerank c --csv top --top 0": "--csv top --top 0: this table would have no rows", "missing c --csv by_host --hosts 0": "would have no rows",
	} {
		if got := asked(t, exitUsage, strings.Fields(line)...); !strings.Contains(got, want) {
			t.Errorf("weft %s: got %s, want %s", line, got, want)
		}
	}
}
