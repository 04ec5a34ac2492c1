package contents

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"weft/internal/responses"
	"weft/web/live"
)

// setTotal turns the counts of responses into lists.
func (r *Contents) setTotal(t *responses.Total) {
	r.Responses, r.Bytes = t.Responses, t.Bytes
	for _, s := range slices.Sorted(maps.Keys(t.Statuses)) {
		name := live.StatusName(s)
		if s == 0 && r.Counted != CountedLog {
			name = noStatus
		}
		r.Statuses = append(r.Statuses, newCount(name, t.Statuses[s]))
	}
	for name, s := range t.Types {
		r.Types = append(r.Types, newCount(name, s))
	}
	slices.SortFunc(r.Types, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Responses, a.Responses), cmp.Compare(a.Name, b.Name))
	})
	if len(r.Types) > mostTypes {
		others := Count{Name: fmt.Sprintf("%d others", len(r.Types)-mostTypes)}
		for _, c := range r.Types[mostTypes:] {
			others.Responses, others.Bytes = others.Responses+c.Responses, others.Bytes+c.Bytes
		}
		r.Types = append(r.Types[:mostTypes:mostTypes], others)
	}
	for i, s := range t.Sizes {
		if s.Responses > 0 && i < len(responses.SizeNames) {
			r.Sizes = append(r.Sizes, newCount(responses.SizeNames[i], s))
		}
	}
	if t.First != nil && t.Last != nil {
		r.From, r.To = stamp(*t.First), stamp(*t.Last)
	}
	for _, m := range t.Times {
		r.Times = append(r.Times, Moment{stamp(m.From), m.Responses, m.Bytes})
	}
}

// noStatus stands for the status of a response that an archive holds without one.
const noStatus = "no status"

func newCount(name string, s responses.Sum) Count { return Count{name, s.Responses, s.Bytes} }

// stamp writes a time to the second.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
