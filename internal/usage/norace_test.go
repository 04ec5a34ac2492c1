//go:build !race

package usage

// room is how much a byte in use may show as.
const room = 1.25
