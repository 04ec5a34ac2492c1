package assemble

import "weft/internal/responses"

// Replies counts the responses that the inputs hold or describe, by their source.
type Replies struct {
	of      map[string]*responses.Counter
	Joined  []*responses.Total // counts from workers
	Unknown bool               // a worker did not count the responses of an input
}

// From returns the counter of a source of counts, such as archives.
func (r *Replies) From(source string) *responses.Counter {
	if r.of == nil {
		r.of = map[string]*responses.Counter{}
	}
	if r.of[source] == nil {
		r.of[source] = new(responses.Counter)
	}
	return r.of[source]
}

// Totals returns the counts of each source that has responses, in the order of [responses.Sources].
func (r *Replies) Totals() ([]*responses.Total, error) {
	all := append([]*responses.Total{}, r.Joined...)
	for source, c := range r.of {
		t := c.Total()
		t.Source = source
		all = append(all, t)
	}
	return responses.Join(all)
}
