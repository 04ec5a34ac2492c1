package hierarchy

// SetBlock makes blocks of so many links, and returns how many there were in one.
func SetBlock(n int64) (was int64) {
	was, blockLinks = blockLinks, n
	return was
}

// SetLeastHub lets groups with more neighbours than that become the hub, and returns the number before.
func SetLeastHub(n int) (was int) {
	was, leastHub = leastHub, n
	return was
}
