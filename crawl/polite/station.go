package polite

import "weft/internal/heap"

// A station is a host or an address: it may be requested from some time on, over a limited number of connections.
// It is nowhere, or in the heap because its time has not come, or in a list of ready stations.
type station[T any] struct {
	due   int64  // when it may be asked, in ns since the scheduler was made
	turn  uint64 // orders those due at the same time
	busy  int32  // connections
	place int32  // in the heap
	where where

	prev, next *station[T] // in a list
	in         *list[T]

	host    *host[T] // what it is: one of the two
	address *address[T]
}

type where uint8

const (
	nowhere where = iota
	timed
	listed
)

// A list holds stations in the order in which they came.
type list[T any] struct {
	first, last *station[T]
	n           int
}

func (l *list[T]) append(st *station[T]) {
	st.where, st.in = listed, l
	st.prev, st.next = l.last, nil
	if l.last != nil {
		l.last.next = st
	} else {
		l.first = st
	}
	l.last = st
	l.n++
}

func (l *list[T]) remove(st *station[T]) {
	if st.prev != nil {
		st.prev.next = st.next
	} else {
		l.first = st.next
	}
	if st.next != nil {
		st.next.prev = st.prev
	} else {
		l.last = st.prev
	}
	l.n--
	st.prev, st.next, st.in, st.where = nil, nil, nil, nowhere
}

// A timetable holds stations, the one due first on top.
type timetable[T any] struct {
	*heap.Heap[*station[T]]
	turns uint64
}

func newTimetable[T any]() timetable[T] {
	return timetable[T]{Heap: heap.NewPlaced((*station[T]).before, func(st *station[T], at int) { st.place = int32(at) })}
}

func (a *station[T]) before(b *station[T]) bool {
	return a.due < b.due || a.due == b.due && a.turn < b.turn
}

func (q *timetable[T]) push(st *station[T]) {
	q.turns++
	st.turn, st.where = q.turns, timed
	q.Push(st)
}

func (q *timetable[T]) remove(st *station[T]) {
	st.where = nowhere
	q.Remove(int(st.place))
}

// A queue holds items; both ends are cheap.
type queue[T any] struct {
	ring    []T // its length is a power of two
	head, n uint32
}

func (q *queue[T]) at(i uint32) *T { return &q.ring[(q.head+i)&uint32(len(q.ring)-1)] }

func (q *queue[T]) pushBack(item T) {
	q.room()
	q.n++
	*q.at(q.n - 1) = item
}

func (q *queue[T]) pushFront(item T) {
	q.room()
	q.head--
	q.n++
	*q.at(0) = item
}

func (q *queue[T]) popFront() T {
	var none T
	item := *q.at(0)
	*q.at(0) = none
	q.head++
	if q.n--; len(q.ring) >= 16 && int(q.n) < len(q.ring)/8 {
		q.resize(len(q.ring) / 4)
	}
	return item
}

func (q *queue[T]) room() {
	if int(q.n) == len(q.ring) {
		q.resize(max(1, 2*len(q.ring)))
	}
}

func (q *queue[T]) resize(n int) {
	ring := make([]T, n)
	for i := range q.n {
		ring[i] = *q.at(i)
	}
	q.ring, q.head = ring, 0
}
