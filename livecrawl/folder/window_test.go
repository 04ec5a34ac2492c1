package folder

import (
	"testing"
)

// The windows are what the help of the command says, as long as none is asked for.
func TestDefaultWindow(t *testing.T) {
	for strategy, want := range map[string]int{"bfs": 50_000, "hosts": 50_000, "random": 50_000, "dfs": 200, "indegree": 200, "opic": 200} {
		for _, c := range []struct {
			strict      bool
			asked, want int
		}{{false, 0, want}, {true, 0, 64}, {false, 7, 7}, {true, 7, 7}} {
			cfg := Config{Seeds: []string{"http://a.test/"}, Strategy: strategy, Strict: c.strict, Window: c.asked}
			if err := cfg.Check(); err != nil || cfg.Window != c.want {
				t.Errorf("%s, strict %v, %d asked for: got %d, %v", strategy, c.strict, c.asked, cfg.Window, err)
			}
		}
	}
}
