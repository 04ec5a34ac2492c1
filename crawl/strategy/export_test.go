package strategy

// StackOf returns how many places the stack of d takes.
func StackOf(d *DepthFirstRepush) int { return len(d.stack) }
