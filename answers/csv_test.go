package answers_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"weft/answers"
	"weft/answers/answer"
)

// No result has two tables, or two columns of a table, of one name.
func TestCSVNamesAreDistinct(t *testing.T) {
	for _, q := range answers.Questions {
		for _, g := range q.Gives {
			names := answer.CSVTables(reflect.TypeOf(g))
			for _, table := range names {
				var b strings.Builder
				if err := answer.WriteCSV(&b, g, table); err != nil {
					t.Errorf("weft %s --csv %s: %v", q.Name, table, err)
				}
				head, _, _ := strings.Cut(b.String(), "\r\n")
				columns := strings.Split(head, ",")
				if slices.Sort(columns); len(slices.Compact(columns)) != strings.Count(head, ",")+1 {
					t.Errorf("weft %s --csv %s: two columns have one name: %s", q.Name, table, head)
				}
			}
			if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) {
				t.Errorf("weft %s: two tables have one name: %q", q.Name, names)
			}
		}
	}
}
