//go:build race

package usage

// room is how much a byte in use may show as: the race detector remembers who touched it.
const room = 16
