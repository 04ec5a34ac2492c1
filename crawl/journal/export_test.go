package journal

import (
	"os"
	"path/filepath"
	"time"
)

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

// SetBoot replaces the identifier of the present boot of the system. The returned function restores it.
func SetBoot(id string) (back func()) {
	old := bootID
	bootID = func() string { return id }
	return func() { bootID = old }
}

// SetBootOf replaces the boot identifier that the journal in a folder has recorded. Without a synced record it changes
// nothing.
func SetBootOf(dir, id string) error {
	d, err := readDurable(dir)
	if err != nil || !d.there {
		return err
	}
	d.boot = id
	return os.WriteFile(filepath.Join(dir, durableFile), d.append(nil), 0o644)
}
