package strategy

// A queue holds items in the order in which they came. The used part is freed when it is half of all.
type queue[T any] struct {
	all []T
	at  int // what is before it is used up
}

func (q *queue[T]) push(x T) { q.all = append(q.all, x) }

// left returns what waits, lent.
func (q *queue[T]) left() []T { return q.all[q.at:] }

// pop takes the first thing away; there must be one.
func (q *queue[T]) pop() T {
	x := q.all[q.at]
	if q.at++; q.at >= 64 && q.at > len(q.all)/2 {
		q.all = q.all[:copy(q.all, q.all[q.at:])]
		q.at = 0
	}
	return x
}
