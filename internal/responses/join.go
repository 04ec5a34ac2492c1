package responses

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// errDamaged reports counts that no Counter made.
var errDamaged = errors.New("the counts of responses are damaged")

// Join adds the counts of totals of the same source, and returns a total for each source in the order of [Sources]. The
// result is the total of all their responses, counted at once, unless there are more than 256 media types.
func Join(all []*Total) ([]*Total, error) {
	var joined []*Total
	for _, source := range Sources {
		var c Counter
		for _, t := range all {
			if t != nil && t.Source == source && t.Responses > 0 {
				if err := c.addTotal(t); err != nil {
					return nil, err
				}
			}
		}
		if c.Responses > 0 {
			t := c.Total()
			t.Source = source
			joined = append(joined, t)
		}
	}
	for _, t := range all {
		if t != nil && !slices.Contains(Sources, t.Source) {
			return nil, fmt.Errorf("%w: a source %.40q", errDamaged, t.Source)
		}
	}
	return joined, nil
}

// addTotal adds the counts of a total.
func (c *Counter) addTotal(t *Total) error {
	if err := t.check(); err != nil {
		return err
	}
	c.join(t.Sum)
	c.Revisits, c.Resources = c.Revisits+t.Revisits, c.Resources+t.Resources
	for k, s := range t.Statuses {
		join(&c.statuses, k, s)
	}
	for _, k := range slices.Sorted(maps.Keys(t.Types)) {
		join(&c.types, c.typeName(k), t.Types[k])
	}
	for i, s := range t.Sizes {
		c.sizes[i].join(s)
	}
	if len(t.Times) == 0 {
		return nil
	}
	if c.timed == 0 || t.First.Before(c.first) {
		c.first = t.First.UTC()
	}
	if c.timed == 0 || t.Last.After(c.last) {
		c.last = t.Last.UTC()
	}
	for c.span < t.span() {
		c.lengthen()
	}
	for _, m := range t.Times {
		if m.Responses > 0 {
			c.timed += m.Responses
			c.addTo(m.From.Unix()/spanSeconds[c.span], m.Sum)
		}
	}
	for len(c.moments) > mostMoments && c.span < len(spanSeconds)-1 {
		c.lengthen()
	}
	return nil
}

// span returns the place of the length of the spans in spanSeconds; -1 if it has none. A single span is of a second: only
// then are all responses in one.
func (t *Total) span() int {
	length := int64(1)
	if len(t.Times) > 1 {
		length = t.Times[1].From.Unix() - t.Times[0].From.Unix()
	}
	return slices.Index(spanSeconds, length)
}

// check refuses counts that [Counter.Total] does not return. They may come from a file of another program.
func (t *Total) check() error {
	if !t.fine() || t.Revisits < 0 || t.Resources < 0 || len(t.Types) > mostTypes+1 || len(t.Sizes) > len(SizeNames) || len(t.Times) > MostSpans {
		return fmt.Errorf("%w: %d responses, %d media types, %d classes of sizes, %d spans of time", errDamaged, t.Responses, len(t.Types), len(t.Sizes), len(t.Times))
	}
	sums := append(slices.Collect(maps.Values(t.Statuses)), slices.Collect(maps.Values(t.Types))...)
	if slices.ContainsFunc(append(sums, t.Sizes...), func(s Sum) bool { return !s.fine() }) {
		return fmt.Errorf("%w: a number of responses or bytes is negative or too large", errDamaged)
	}
	if len(t.Times) == 0 {
		return nil
	}
	if t.First == nil || t.Last == nil || t.Last.Before(*t.First) || t.span() < 0 {
		return fmt.Errorf("%w: its times", errDamaged)
	}
	length := time.Duration(spanSeconds[t.span()]) * time.Second
	for i, m := range t.Times {
		if !m.fine() || !m.From.Equal(t.Times[0].From.Add(time.Duration(i)*length)) || m.From.Unix()%spanSeconds[t.span()] != 0 {
			return fmt.Errorf("%w: its spans of time", errDamaged)
		}
	}
	return nil
}

// fine reports whether the numbers are small enough to be added up.
func (s Sum) fine() bool {
	const most = 1 << 60
	return 0 <= s.Responses && s.Responses < most && 0 <= s.Bytes && s.Bytes < most
}

func (s *Sum) join(o Sum) { s.Responses, s.Bytes = s.Responses+o.Responses, s.Bytes+o.Bytes }

func join[K comparable](of *map[K]*Sum, key K, s Sum) {
	if *of == nil {
		*of = map[K]*Sum{}
	}
	if (*of)[key] == nil {
		(*of)[key] = new(Sum)
	}
	(*of)[key].join(s)
}
