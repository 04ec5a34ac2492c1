package responses

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"weft/internal/drawn"
)

// countDrawn counts drawn responses in all the counters.
func countDrawn(r *rand.Rand, n int, spread time.Duration, of ...*Counter) {
	for range n {
		status, media, size := []int{200, 301, 404, 0}[r.IntN(4)], fmt.Sprintf("type/%d", r.IntN(9)), r.Int64N(1<<24)
		at := time.Unix(1.7e9, 0).Add(time.Duration(r.Int64N(int64(spread))))
		for _, c := range of {
			if status == 0 {
				c.AddBare(media, size)
				c.Resources++
			} else {
				c.Add(status, media, size)
			}
			if status != 301 {
				c.AddTime(at, size)
			}
		}
	}
}

// The totals of parts, also after a trip through JSON, join to the total of all.
func TestJoin(t *testing.T) {
	r := drawn.Rand(t)
	for _, spread := range []time.Duration{time.Nanosecond, time.Second, 40 * time.Second, time.Hour, 1000 * time.Hour, 200_000 * time.Hour} {
		for range 10 {
			var whole Counter
			var parts []*Total
			for range 1 + r.IntN(5) {
				var part Counter
				countDrawn(r, 1+r.IntN(50), 1+time.Duration(r.Int64N(int64(spread))), &whole, &part)
				parts = append(parts, part.Total())
			}
			want := whole.Total()
			text, err := json.Marshal(parts)
			if err != nil {
				t.Fatal(err)
			}
			parts = nil
			if err := json.Unmarshal(text, &parts); err != nil {
				t.Fatal(err)
			}
			got, err := Join(parts)
			if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
				a, _ := json.Marshal(got)
				b, _ := json.Marshal(want)
				t.Fatalf("%v: %v\n%s\nwant\n%s", spread, err, a, b)
			}
		}
	}
}

// Sources are not added up.
func TestJoinSources(t *testing.T) {
	var c Counter
	c.AddSizeless(200, "text/html")
	a, b := c.Total(), c.Total()
	a.Source, b.Source = OfIndexes, OfWAT
	got, err := Join([]*Total{a, b, a, nil})
	if err != nil || len(got) != 2 || got[0].Source != OfWAT || got[0].Responses != 1 || got[1].Source != OfIndexes || got[1].Responses != 2 || got[1].Sizes[0].Responses != 0 {
		t.Errorf("%v, %+v", err, got)
	}
}

func TestJoinDamaged(t *testing.T) {
	var c Counter
	c.Add(200, "text/html", 5)
	c.AddTime(time.Unix(1e9, 0), 5)
	for name, damage := range map[string]func(*Total){
		"a source":       func(x *Total) { x.Source = "other" },
		"a negative sum": func(x *Total) { x.Types["text/html"] = Sum{-1, 0} },
		"too many sizes": func(x *Total) { x.Sizes = make([]Sum, 99) },
		"no last":        func(x *Total) { x.Last = nil },
		"a wrong span":   func(x *Total) { x.Times = append(x.Times, Moment{From: x.Times[0].From.Add(7 * time.Second)}) },
		"overflowing":    func(x *Total) { x.Bytes = 1 << 62 },
		"a gap": func(x *Total) {
			x.Times = append(x.Times, Moment{From: x.Times[0].From.Add(time.Second)}, Moment{From: x.Times[0].From})
		},
		"too many moments": func(x *Total) { x.Times = make([]Moment, 99) },
	} {
		x := c.Total()
		damage(x)
		if _, err := Join([]*Total{x}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
