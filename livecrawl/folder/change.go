package folder

import "weft/crawl"

// A Change is a change of the configuration by a later run, from a pick on. The log has further seeds there,
// perhaps none.
type Change struct {
	Since  uint64 `json:"since"` // the first pick that it holds for
	Config Config `json:"config"`
	// Lost are pages whose responses are damaged in the archive, and that are requested again.
	Lost []crawl.Page `json:"lost,omitempty"`
}

// Latest returns the configuration that holds now for a crawl that was begun with another.
func (f *Folder) Latest(begun *Config) *Config {
	if n := len(f.Changes); n > 0 {
		return &f.Changes[n-1].Config
	}
	return begun
}

// Latest returns the configuration that holds now for the crawl in a folder.
func Latest(dir string) (*Config, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	f, err := Read(dir)
	if err != nil {
		return nil, err
	}
	return f.Latest(c), nil
}
