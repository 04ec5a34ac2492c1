package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A model takes the memory that its plan says, and is refused less.
func TestModelsTakeWhatIsPlanned(t *testing.T) {
	_, plan := runJSON(t, "simulate model --pages 2M --measure none --plan")
	need := int(plan["need"].(float64)) //nolint:forcetypeassert // or the test fails
	const line = "simulate model --pages 2M --measure none --progress 0.01,30% --memory "
	weft(t, exitFailed, strings.Fields(line+fmt.Sprint(need-1))...)
	weft(t, exitDone, strings.Fields(line+fmt.Sprint(need))...)
}

// A live crawl that came to its end has crawled the graph that a crawl of the stored graph from the same seeds comes
// to, though in another order: its log says so page by page.
func TestLogsAreCourses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{
		"generate web -o web --pages 500 --degree 8 --ghosts 0.3", "seeds web -k 3 --min-core 1x1 -o seeds.txt", "crawl --replay web --seeds seeds.txt --scope anywhere -o live",
	} {
		weft(t, exitDone, strings.Fields(line)...)
	}
	const how = " --progress 20,100% --measure bowtie,paths"
	_, logged := runJSON(t, "simulate course live"+how)
	_, stored := runJSON(t, "simulate course web --start seeds.txt --starts 3"+how)
	last := func(of map[string]any) map[string]any {
		points := of["points"].([]any)                //nolint:forcetypeassert // or the test fails
		return points[len(points)-1].(map[string]any) //nolint:forcetypeassert // likewise
	}
	a, b := last(logged), last(stored)
	if a["crawled"].(float64) < 50 { //nolint:forcetypeassert // likewise
		t.Fatalf("%v pages were crawled", a["crawled"])
	}
	same := 0
	for key, x := range a {
		if slices.Contains([]string{"strategy", "progress", "distances"}, key) || strings.Contains(key, "discovery") {
			continue // these go by the order, or are drawn
		}
		same++
		if !reflect.DeepEqual(x, b[key]) {
			t.Errorf("%s is %v by the log, and %v", key, x, b[key])
		}
	}
	if same < 20 {
		t.Errorf("%d keys were compared", same)
	}
}
