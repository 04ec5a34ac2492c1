//go:build !race

package rank_test

const raceDetector = false
