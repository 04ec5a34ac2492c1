package par

// A Free keeps used values for reuse. It drops values for which it has no room.
type Free[T any] chan *T

// Get returns something used, as it was left, or something new.
func (f Free[T]) Get() *T {
	select {
	case x := <-f:
		return x
	default:
		return new(T)
	}
}

// Put keeps a value that is no longer used.
func (f Free[T]) Put(x *T) {
	select {
	case f <- x:
	default:
	}
}
