//go:build !race

package job_test

// raceEnabled says that the detector of races takes memory of its own.
const raceEnabled = false
