package model

// Order returns the places of the pool in the order in which they are taken.
func Order(w *Web) []uint64 {
	var all []uint64
	for i := range w.in.size() {
		all = append(all, w.in.order.at(i))
	}
	return all
}
