package journal

import "time"

// DecodeAll reads records of at most 20 bytes.
func DecodeAll(data []byte) {
	var d decoder
	for len(data) > 1 {
		n := min(1+int(data[1]%20), len(data)-1)
		d.decode(data[0], data[1:1+n])
		data = data[1+n:]
	}
}

// SetEvery changes how long a reply stays unsynced.
func (j *Journal) SetEvery(d time.Duration) { j.every = d }

// BootID names this run of the system.
func BootID() string { return bootID() }
