package hierarchy

// SetBlock makes blocks of so many links, and returns how many there were in one.
func SetBlock(n int64) (was int64) {
	was, blockLinks = blockLinks, n
	return was
}
