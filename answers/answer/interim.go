package answer

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"weft/store"
)

// An Interim keeps where work stands that takes long, so that a command that was killed can be given again and goes on. It is nil where results are not kept, and does nothing then.
type Interim struct {
	Results *store.Results
	// Every is how long work lasts between two savings.
	Every time.Duration
	last  time.Time
}

// NewInterim returns one beside the results of a crawl, in dir or in the crawl if dir is empty.
func NewInterim(c *store.Crawl, dir string) (*Interim, error) {
	r, err := c.Results(dir)
	if err != nil {
		return nil, err
	}
	return &Interim{Results: r.Unfinished(), Every: time.Minute, last: time.Now()}, nil
}

// options is the key of those that work was begun with, state that of where it stands.
const (
	optionsKey = "options"
	stateKey   = "state"
)

// Load reads what was kept of work with the same options: into state what [Interim.Save] was given, and returns the vector. What there is none of, or of another graph or of other options, or damaged, is passed over:
// the work begins anew.
func (i *Interim) Load(name, options string, state any) (vector []float64, free func() error) {
	if i == nil || !i.Results.Has(name) {
		return nil, nil
	}
	v, res, err := store.LoadVector[float64](i.Results, name)
	if err != nil {
		return nil, nil
	}
	text, _ := res.Params[stateKey].(string)
	if res.Params[optionsKey] != options || json.Unmarshal([]byte(text), state) != nil {
		v.Close() //nolint:errcheck // it is not used
		return nil, nil
	}
	return v.Values, v.Close
}

// Due says whether it is time to save.
func (i *Interim) Due() bool { return i != nil && time.Since(i.last) >= i.Every }

// Save keeps a vector and a state.
func (i *Interim) Save(name, options string, state any, vector []float64) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	err = store.SaveVector(i.Results, store.Result{Name: name, Params: map[string]any{optionsKey: options, stateKey: string(text)}, Time: time.Now().UTC().Truncate(time.Second)}, vector)
	i.last = time.Now()
	return err
}

// Done removes what was kept of finished work.
func (i *Interim) Done(name string) error {
	if i == nil || !i.Results.Has(name) {
		return nil
	}
	var errs []error
	for _, ending := range []string{".json", ".npy"} {
		path, err := i.Results.Path(name + ending)
		if err == nil {
			err = os.Remove(path)
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, i.Results.RemoveEmpty())...)
}
