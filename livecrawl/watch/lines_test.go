package watch

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"weft/internal/digits"
	"weft/livecrawl"
)

func samples() map[string]sample {
	return map[string]sample{"busy": busySample(), "early": earlySample(), "ending": endingSample()}
}

func TestLines(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"busy", "early", "ending"} {
		s := samples()[name]
		v := newView(&s)
		fmt.Fprintf(&b, "== %s, as a plain line\n%s\n", name, plain(&v, unknownWidth))
		for _, l := range []layout{
			{width: 119, height: 40, unicode: true, keys: true},
			{width: 79, height: 24, unicode: true},
			{width: 79, height: 24, help: true, keys: true},
			{width: 59, height: 8, unicode: true, keys: true},
			{width: 39, height: 24},
			{width: 20, height: 3},
		} {
			fmt.Fprintf(&b, "== %s, %+v\n", name, l)
			for _, x := range compose(&v, l) {
				fmt.Fprintln(&b, x.String())
			}
		}
	}
	golden(t, "lines.txt", b.String())
}

// A plain line fits the width, and keeps what comes first.
func TestPlainLinesFit(t *testing.T) {
	for name, s := range samples() {
		v := newView(&s)
		for width := range 400 {
			line := plain(&v, width)
			if utf8.RuneCountInString(line) > width || width >= 80 && !strings.Contains(line, " fetched, ") {
				t.Errorf("%s, %d columns: %q", name, width, line)
			}
		}
		const short = "waiting for 20 pages of 1 host"
		v.Waits = short + " (" + strings.Repeat("long-", 12) + "name.example.org), next request in 4s"
		if line := plain(&v, unknownWidth); !strings.Contains(line, short) {
			t.Errorf("%s: %q does not say what it waits for", name, line)
		}
	}
}

// Whatever the size, the lines fit.
func TestLinesFit(t *testing.T) {
	for name, s := range samples() {
		v := newView(&s)
		for width := 1; width < 200; width++ {
			for _, height := range []int{1, 2, 5, 10, 50} {
				for bits := range 8 {
					lines := compose(&v, layout{width, height, bits&1 > 0, bits&2 > 0, bits&4 > 0})
					if n := len(lines); n == 0 || n > max(height-1, 1) {
						t.Fatalf("%s: %d by %d: %d lines", name, width, height, n)
					}
					for _, x := range lines {
						if x.columns() > width {
							t.Fatalf("%s: %d columns in %d: %q", name, x.columns(), width, x.String())
						}
						for _, r := range x.String() {
							if r < ' ' || r == 0x7f || bits&1 == 0 && r > '~' || r == utf8.RuneError {
								t.Fatalf("%s: %q has %q", name, x.String(), r)
							}
						}
					}
				}
			}
		}
	}
}

// A terminal that wraps lines when it is made narrower, and does what a screen asks for.
type reflow struct {
	rows  []string
	row   int
	width int
}

func (r *reflow) write(text string) {
	for text != "" {
		switch {
		case strings.HasPrefix(text, "\x1b[K"):
			text = text[3:]
		case strings.HasPrefix(text, "\x1b[J"):
			r.rows, text = r.rows[:r.row], text[3:]
		case strings.HasPrefix(text, "\x1b["):
			var n int
			end := strings.IndexByte(text, 'A')
			fmt.Sscan(text[2:end], &n)
			r.row, text = r.row-n, text[end+1:]
		case text[0] == '\r':
			text = text[1:]
		default:
			line, rest, _ := strings.Cut(text, "\n")
			line, text = strings.TrimSuffix(strings.ReplaceAll(line, "\x1b[K", ""), "\r"), rest
			r.rows = append(r.rows[:r.row:r.row], append([]string{line}, r.rows[min(r.row+1, len(r.rows)):]...)...)
			r.row++
		}
	}
}

// resize wraps rows; they are not joined again.
func (r *reflow) resize(width int) {
	var rows []string
	for _, x := range r.rows {
		for len(x) > width {
			rows, x = append(rows, x[:width]), x[width:]
		}
		rows = append(rows, x)
	}
	r.rows, r.row, r.width = rows, len(rows), width
}

// What is drawn stands there once, and what was there before stays, when the terminal is made narrower and lines come and go.
func TestRedraw(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		s := new(screen)
		term := &reflow{rows: []string{"$ weft crawl"}, row: 1, width: 200}
		for range 20 {
			var lines []line
			for i := range rnd.IntN(9) {
				x := line{}
				x.add(dim, fmt.Sprintf("%d:", i)+strings.Repeat("x", rnd.IntN(term.width-4)))
				lines = append(lines, x)
			}
			s.buf.Reset()
			s.render(lines, term.width, 1000)
			term.write(s.buf.String())
			if len(term.rows) != 1+len(lines) || term.rows[0] != "$ weft crawl" {
				t.Fatalf("seed %d: %d lines, on the terminal: %q", seed, len(lines), term.rows)
			}
			for i := range lines {
				if term.rows[i+1] != lines[i].String() {
					t.Fatalf("seed %d: got %q, want %q", seed, term.rows[i+1], lines[i].String())
				}
			}
			term.resize(max(term.width-rnd.IntN(12), 12))
		}
	}
}

func TestWhenLinesAreDue(t *testing.T) {
	var l lineClock
	var got []time.Duration
	for s := time.Duration(0); s <= 60*time.Second; s += time.Second {
		if s > 30*time.Second && s < 47*time.Second {
			continue // somebody was held up
		}
		if l.due(s) {
			got = append(got, s/time.Second)
		}
	}
	if fmt.Sprint(got) != "[5ns 15ns 25ns 47ns 55ns]" {
		t.Errorf("got %v", got)
	}
}

func TestFormats(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0s", 0: "0s", 40 * time.Millisecond: "40ms", 9870 * time.Millisecond: "9.8s", 59 * time.Second: "59s", 61 * time.Second: "1m01s",
		3661 * time.Second: "1h01m", 50 * time.Hour: "2d02h",
	} {
		if got := digits.Duration(d); got != want {
			t.Errorf("clock %v: got %s, want %s", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "0s", 50400 * time.Millisecond: "50s", 90 * time.Second: "2m", 2 * time.Hour: "2h00m", 72 * time.Hour: "3d", 1e6 * time.Hour: "years",
	} {
		if got := digits.Roughly(d); got != want {
			t.Errorf("roughly %v: got %s, want %s", d, got, want)
		}
	}
	for f, want := range map[float64]string{0: "0", 999: "999", 1234: "1,230", 99_960: "100,000", 1_234_567: "1,230,000"} {
		if got := digits.About(f); got != want {
			t.Errorf("rounded %v: got %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float64]string{0: "0.0", 0.123: "0.12", 3.44: "3.4", 99.96: "100", 1234.5: "1,235"} {
		if got := rate(f); got != want {
			t.Errorf("rate %v: got %s, want %s", f, got, want)
		}
	}
	for v, want := range map[float64]float64{0: 1, 3: 5, 10: 10, 0.15: 0.2, 6000: 10000} {
		if got := ceiling(10, []float64{v, -1}); got != want {
			t.Errorf("ceiling %v: got %v, want %v", v, got, want)
		}
	}
	if got := ceiling(2, []float64{1500}); got != 2048 {
		t.Errorf("ceiling 1500 of base 2: got %v", got)
	}
}

func TestUnicode(t *testing.T) {
	for _, x := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LANG": "C.utf8"}, true},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "C"}, false},
		{map[string]string{"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, true},
	} {
		if got := speaksUnicode(func(name string) string { return x.env[name] }); got != x.want {
			t.Errorf("%v: got %v", x.env, got)
		}
	}
}

// The history forgets what is older than an hour, and its rates add up to what was learnt.
func TestHistory(t *testing.T) {
	var h history
	began := now
	for i := range 5000 {
		h.add(point{at: began.Add(time.Duration(i) * time.Second), learnt: uint64(i * i), bytes: uint64(10 * i), known: uint64(i), waiting: 7})
		h.add(point{at: began.Add(time.Duration(i)*time.Second + time.Millisecond)}) // too early
	}
	if len(h.points) != hour || !h.at(0).at.Equal(began.Add(1400*time.Second)) {
		t.Fatalf("%d points from %v on", len(h.points), h.at(0).at)
	}
	out := h.thin(240, began)
	if n := len(out.Seconds); n < 200 || n > 240 || out.Seconds[n-1] != 4999 || out.Learnt[n-1] != 4999*4999 {
		t.Fatalf("%d moments", n)
	}
	for i := 1; i < len(out.Seconds); i++ {
		got := out.PageRate[i] * (out.Seconds[i] - out.Seconds[i-1])
		if want := float64(out.Learnt[i] - out.Learnt[i-1]); got < want-1e-3 || got > want+1e-3 || out.ByteRate[i] != 10 {
			t.Fatalf("moment %d: %v pages, want %v; %v bytes/s", i, got, want, out.ByteRate[i])
		}
	}
	for n := range 3 {
		one := history{points: h.points[:n]}
		if got := len(one.thin(240, began).Seconds); got != max(n-1, 0) {
			t.Errorf("%d points give %d moments", n, got)
		}
	}
}

// What is told just before the end is written all the same, and once.
func TestToldAtTheEnd(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		f := &fakeCrawl{s: earlySample()}
		var out strings.Builder
		w := Start(f, Options{Out: &out, Quiet: quiet})
		f.mu.Lock()
		f.s.Told = []livecrawl.Message{{Number: 1, Time: f.s.Began, Text: "a host is gone"}}
		f.mu.Unlock()
		w.Close()
		if got := strings.Count(out.String(), "a host is gone\n"); got != 1 && !quiet || quiet && got != 0 {
			t.Errorf("quiet %v: told %q", quiet, out.String())
		}
	}
}
