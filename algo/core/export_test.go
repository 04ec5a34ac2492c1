package core

// WithBlock returns options by which so many fans are looked at before what was found is taken.
func WithBlock(o Options, fans int) Options {
	o.block = fans
	return o
}
