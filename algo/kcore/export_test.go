package kcore

// Dense makes passes read all lists of a part, never single ones.
func (o *Options) Dense() { o.dense = true }
