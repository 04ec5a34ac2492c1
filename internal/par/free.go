package par

// A Free keeps what was used for who needs the like again. What it has no room for is dropped.
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

// Put keeps what nobody uses any more.
func (f Free[T]) Put(x *T) {
	select {
	case f <- x:
	default:
	}
}
