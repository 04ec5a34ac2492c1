package answer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"time"

	"weft/internal/disk"
	"weft/internal/npy"
	"weft/store"
)

// An Interim keeps where work stands that takes long, so that a command that was killed can be given again and continues.
// It lies beside the results of each crawl. A nil one keeps nothing.
type Interim struct {
	// Every is how long work lasts between two savings, at least: they take no more than a twentieth of the time.
	Every time.Duration
	// Version is the version of the program. Work begun by another version starts again from the beginning.
	Version string
	// Hold keeps the state of finished work until [Interim.Done]. A question of several parts then continues after
	// its finished parts.
	Hold bool

	dir   string // folder of the results; empty for the folder of each crawl
	ended []*Unfinished
}

// NewInterim returns an Interim beside the results in dir, or in the crawls if dir is empty. With an empty dir,
// work on a bare graph is not kept.
func NewInterim(dir string) *Interim {
	return &Interim{Every: time.Minute, dir: dir}
}

// Unfinished is work that may be interrupted. Its name, view and options identify it, and its state is kept until
// it has ended. A nil Unfinished keeps nothing. Use it from one goroutine at a time. Parts of the work may have an
// Unfinished of their own.
type Unfinished struct {
	i             *Interim
	last          time.Time     // when it began, or was saved
	took          time.Duration // by the last saving
	o             *Options
	results       *store.Results
	what          string
	name, options string
	saved         int  // how often
	warned        bool // that it cannot be
	free          func() error
}

// Unfinished returns work on a view; nil if nothing is kept. The name in `what` is shown to people. The options
// must contain everything on which a state depends, except the graph, the kinds of arcs and the filter. A view
// between sites also depends on the sites.
func (o *Options) Unfinished(v *store.View, what, options string) *Unfinished {
	return o.UnfinishedOf(v.Crawl(), what, v.Filter, v.Kinds.String()+" "+options)
}

// UnfinishedOf returns work on a crawl seen through a filter. Without a view, the options must contain the kinds
// of arcs.
func (o *Options) UnfinishedOf(c *store.Crawl, what, filter, options string) *Unfinished {
	if o.Interim == nil || filter == store.BetweenSites && o.SitesID == "" {
		return nil
	}
	r, err := c.Results(o.Interim.dir)
	if err != nil { // a bare graph, whose results are kept nowhere
		return nil
	}
	name := strings.ReplaceAll(what, " ", "-")
	if filter != "" {
		name += "@" + filter
	}
	if o.Interim.dir != "" { // which several crawls may share
		id, err := c.GraphID()
		if err != nil {
			return nil
		}
		name += fmt.Sprintf("~%.8s", id)
	}
	options = fmt.Sprintf("version %q %s %s %s", o.Interim.Version, filter, o.SitesID, options)
	return &Unfinished{i: o.Interim, last: time.Now(), o: o, results: r.Unfinished(), what: what, name: name, options: options}
}

// Keys of the saved state: the options of the work, its progress, and the number of saves.
const (
	optionsKey = "options"
	stateKey   = "state"
	savedKey   = "saved"
)

// names are where states lie, by turns: the one before is there until the next is whole.
func (u *Unfinished) names() [2]string { return [2]string{u.name, u.name + ".next"} }

// Load reads the saved state of work with the same options. It fills state with the value given to
// [Unfinished.Save], and the arrays, which stay valid until [Unfinished.Ended]. If the state is missing, damaged,
// or belongs to another graph or other options, it returns false and the work starts again.
func (u *Unfinished) Load(state any, arrays ...npy.Piece) bool {
	if u == nil {
		return false
	}
	for _, name := range u.latestFirst() {
		res, err := u.results.Describe(name)
		if err != nil {
			continue
		}
		text, _ := res.Params[stateKey].(string)
		if json.Unmarshal([]byte(text), reflect.New(reflect.TypeOf(state).Elem()).Interface()) != nil {
			continue // before anything of state or arrays has changed
		}
		res, free, err := store.LoadPieces(u.results, name, arrays)
		if err != nil {
			continue
		}
		u.saved, u.free = savedOf(res), free
		text, _ = res.Params[stateKey].(string)
		return json.Unmarshal([]byte(text), state) == nil
	}
	return false
}

// Resume returns both halves of resumable work: from is the saved state, nil for a new start, and save stores a
// state. The given state is empty. arrays returns the arrays of a state, and at describes its progress.
func Resume[S any](u *Unfinished, state S, arrays func(*S) []npy.Piece, at func(*S) string) (from *S, save func(S) error) {
	if u.Load(&state, arrays(&state)...) {
		u.GoesOn(at(&state))
		from = &state
	}
	return from, func(s S) error {
		u.Save(at(&s), s, arrays(&s)...)
		return nil
	}
}

// latestFirst are the names of states with the same options.
func (u *Unfinished) latestFirst() []string {
	var names []string
	last := 0
	for _, name := range u.names() {
		res, err := u.results.Describe(name)
		if err != nil || res.Params[optionsKey] != u.options {
			continue
		}
		if n := savedOf(res); n > last {
			last, names = n, append([]string{name}, names...)
		} else {
			names = append(names, name)
		}
	}
	return names
}

func savedOf(res store.Result) int {
	n, _ := res.Params[savedKey].(float64)
	return int(n)
}

// GoesOn tells people from where, unless the same question has done the same before.
func (u *Unfinished) GoesOn(at string) {
	for _, e := range u.i.ended {
		if e.options == u.options && e.results.Files(e.name)[0] == u.results.Files(u.name)[0] {
			return
		}
	}
	u.o.Say("%s continues %s, where it was interrupted", u.what, at)
}

// Due reports whether it is time to save, for work whose states are expensive to make.
func (u *Unfinished) Due() bool {
	if u == nil {
		return false
	}
	passed := time.Since(u.last)
	return passed >= u.i.Every && (u.i.Every == 0 || passed >= 20*u.took)
}

// Save keeps a state and the arrays that belong to it, if it is time to; at tells people where that is. Where that
// fails it warns, once, and the work continues; the next state is kept again if it can be.
func (u *Unfinished) Save(at string, state any, arrays ...npy.Piece) {
	if !u.Due() {
		return
	}
	begun := time.Now()
	if err := u.save(state, arrays); err != nil && !u.warned {
		u.warned = true
		would := "begin anew"
		if u.saved > 0 {
			would = "continue from the earlier state"
		}
		u.o.Warn(fmt.Sprintf("the state of %s %s could not be saved; if it is killed it will %s: %v", u.what, at, would, err))
	}
	u.last = time.Now()
	u.took = u.last.Sub(begun)
}

func (u *Unfinished) save(state any, arrays []npy.Piece) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	names := u.names()
	res := store.Result{Name: names[u.saved%2], Params: map[string]any{optionsKey: u.options, stateKey: string(text), savedKey: u.saved + 1}, Time: time.Now().UTC().Truncate(time.Second)}
	if err := store.SavePieces(u.results, res, arrays); err != nil {
		return err
	}
	u.saved++
	return u.remove(names[u.saved%2])
}

// Ended records the end of the work with its error, and returns the error. The state of finished work is removed,
// either at once or when the question is done.
func (u *Unfinished) Ended(err error) error {
	if u == nil {
		return err
	}
	if u.free != nil {
		err = cmp.Or(err, u.free())
	}
	switch {
	case err != nil:
		return err
	case u.i.Hold:
		u.i.ended = append(u.i.ended, u)
	default:
		u.forget()
	}
	return nil
}

// Done records that a question is done and that none of its parts will be repeated. It may be called on nil.
func (i *Interim) Done() {
	if i == nil {
		return
	}
	for _, u := range i.ended {
		u.forget()
	}
	i.ended = nil
}

// forget removes the saved state, as far as it exists. A process that was killed while it saved may have left a
// part, and another command may have removed it.
func (u *Unfinished) forget() {
	names := u.names()
	if err := errors.Join(u.remove(names[0]), u.remove(names[1]), u.results.RemoveEmpty()); err != nil {
		u.o.Warn(fmt.Sprintf("what was kept of %s while it was not done could not be removed: %v", u.what, err))
	}
}

func (u *Unfinished) remove(name string) error {
	var errs []error
	for _, path := range u.results.Files(name) {
		if err := disk.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
