package jobs

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzLoad reads the files of a job that anything has written: no file makes the reader panic, and a state is of its folder.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(`{"id":"abcdefghijklmnop","status":"running","progress":{"name":"x","total":-1}}`), []byte(`{"parts":[{"table":{"columns":[{}],"rows":[[]]}}]}`))
	f.Add([]byte(`{}`), []byte(`{"parts":[{"label":"a","text":"b"}]}`))
	dir := filepath.Join(f.TempDir(), "abcdefghijklmnop")
	if err := os.Mkdir(dir, 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, state, outcome []byte) {
		for name, text := range map[string][]byte{StateFile: state, outcomeFile: outcome} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if s, err := loadState(dir); err == nil && (s.ID != filepath.Base(dir) || !s.Over() && !s.Elsewhere) {
			t.Errorf("the state %+v of %q", s, state)
		}
		out, err := LoadOutcome(dir)
		if err != nil {
			return
		}
		for _, p := range out.Parts {
			if p.Table != nil && len(p.Table.Rows) > 0 && len(p.Table.Rows[0]) != len(p.Table.Columns) {
				t.Errorf("a row of another length: %q", outcome)
			}
		}
	})
}
