//go:build !race

package livecrawl_test

// raceEnabled says that the detector of races takes memory of its own.
const raceEnabled = false
