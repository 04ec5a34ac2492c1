package core

// WithBlock returns options by which so many fans are looked at before what was found is taken.
func WithBlock(o Options, fans int) Options {
	o.block = fans
	return o
}

// WithChunk returns options by which so many fans are looked at before it may be told where it stands what they share,
// by a worker.
func WithChunk(o Options, fans int) Options {
	o.chunk = fans
	return o
}

// WithRoom returns options by which so many nodes that left wait at most.
func WithRoom(o Options, nodes int) Options {
	o.room = nodes
	return o
}
