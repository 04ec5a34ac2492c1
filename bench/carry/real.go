package main

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"weft/answers/migrate"
	"weft/answers/migrate/migratetest"
)

// An observation is a pair that was found, and whether it is right.
type observation struct {
	set   string
	with  string // the evidence that was used
	pair  migrate.Pair
	right bool
}

// A real is a pair of crawls of site trees: a line of a list, with blanks between.
type real struct {
	set, older, newer  string // crawls
	oldTree, newTree   string // folders
	base               string // address of both folders
	oldTexts, newTexts map[string]string
}

// pairsOf reads a list of pairs of crawls, and finds in each the pages that are gone again.
func pairsOf(path string) ([]observation, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	var all []observation
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r real
		if _, err := fmt.Sscan(lines.Text(), &r.set, &r.older, &r.newer, &r.oldTree, &r.newTree, &r.base); err != nil {
			return nil, fmt.Errorf("%s: %q: want set, two crawls, two folders and their address: %w", path, lines.Text(), err)
		}
		found, moved, lost, err := r.find()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", lines.Text(), err)
		}
		fmt.Printf("%s %s %s: by their texts %d moved, %d lost\n", r.set, r.older, r.newer, moved, lost)
		all = append(all, found...)
	}
	return all, lines.Err()
}

// find returns the pairs of pages whose fate follows from their texts.
func (r *real) find() (list []observation, moved, lost int, err error) {
	if r.oldTexts, err = migratetest.Site(os.DirFS(r.oldTree)); err != nil {
		return nil, 0, 0, err
	}
	if r.newTexts, err = migratetest.Site(os.DirFS(r.newTree)); err != nil {
		return nil, 0, 0, err
	}
	old, err := read(r.older)
	if err != nil {
		return nil, 0, 0, err
	}
	fresh, err := read(r.newer)
	if err != nil {
		return nil, 0, 0, err
	}
	truth := r.truth()
	for _, right := range truth {
		if len(right) > 0 {
			moved++
		} else {
			lost++
		}
	}
	for _, with := range evidences {
		pairs, err := migrate.Map(context.Background(), old.side(with), fresh.side(with), old.same(fresh), migrate.Options{})
		if err != nil {
			return nil, 0, 0, err
		}
		for _, p := range pairs {
			if right, ok := truth[old.names[p.Old]]; ok && old.fetched[p.Old] {
				list = append(list, observation{r.set, with, p, slices.Contains(right, fresh.names[p.New])})
			}
		}
	}
	return list, moved, lost, nil
}

// truth returns where pages that are gone are now, if that is known.
func (r *real) truth() map[string][]string {
	gone, fresh := only(r.oldTexts, r.newTexts), only(r.newTexts, r.oldTexts)
	all := append(slices.Collect(maps.Values(r.oldTexts)), slices.Collect(maps.Values(r.newTexts))...)
	truth := map[string][]string{}
	for i, fate := range migratetest.Fates(texts(gone, r.oldTexts), texts(fresh, r.newTexts), all) {
		if !fate.Known {
			continue
		}
		var right []string
		for _, k := range fate.Right {
			right = append(right, r.url(fresh[k]))
		}
		truth[r.url(gone[i])] = right
	}
	return truth
}

func (r *real) url(path string) string { return strings.TrimSuffix(r.base, "/") + "/" + path }

// only returns the paths that one has and the other not, in order.
func only(a, b map[string]string) []string {
	var list []string
	for path := range a {
		if _, ok := b[path]; !ok {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list
}

func texts(paths []string, of map[string]string) []string {
	var list []string
	for _, p := range paths {
		list = append(list, of[p])
	}
	return list
}

// judged says of each pair of a renaming whether it is right.
func judged(set, with string, x *migratetest.Renaming, pairs []migrate.Pair) []observation {
	var list []observation
	for _, p := range pairs {
		list = append(list, observation{set, with, p, x.Truth[p.Old] != migrate.None && x.Truth[p.Old] == p.New})
	}
	return list
}
