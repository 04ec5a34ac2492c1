package frontier

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"weft/crawl"
	"weft/internal/par"
)

// Fingerprint returns the key of a page by its URL: its XXH64.
func Fingerprint(url []byte) crawl.Key { return crawl.Key(xxhash.Sum64(url)) }

// Fill adds all names to an empty k: afterwards page p has the fingerprint of name p. The result equals numbering
// them one by one. It is faster, because the names of a list are known to differ. Each worker takes a part of the
// names, and then a part of the shards. It returns errors of reading names, and of ctx.
func (k *Known) Fill(ctx context.Context, names *Names, workers int) error {
	if k.n != 0 {
		return errors.New("only an empty frontier is filled with names")
	}
	v := names.view()
	defer v.close()
	total := v.end()
	k.keys = make([][]crawl.Key, (total+chunkSize-1)/chunkSize)
	var counts [numShards]atomic.Uint32
	err := par.Do(ctx, len(k.keys), workers, func(i int) error {
		lo, hi := i*chunkSize, min((i+1)*chunkSize, total)
		keys := make([]crawl.Key, 0, chunkSize)
		var of [numShards]uint32
		err := v.each(lo, hi, func(_ crawl.Page, name []byte) error {
			key := Fingerprint(name)
			of[key>>(64-shardBits)]++
			keys = append(keys, key)
			return nil
		})
		for s, n := range of {
			counts[s].Add(n)
		}
		k.keys[i] = keys
		return err
	})
	if err != nil {
		*k = Known{}
		return err
	}
	k.n = total
	for s := range k.shards {
		if n := int(counts[s].Load()); n > 0 {
			k.room(&k.shards[s], n*5/4)
			k.shards[s].used = n
		}
	}
	groups := min(par.Workers(workers), numShards)
	return par.Do(ctx, groups, workers, func(g int) error {
		k.place(crawl.Key(g*numShards/groups), crawl.Key((g+1)*numShards/groups))
		return ctx.Err()
	})
}

// place puts all pages of the shards lo ≤ s < hi into their tables, which have room.
func (k *Known) place(lo, hi crawl.Key) {
	for i, keys := range k.keys {
		for j, key := range keys {
			if s := key >> (64 - shardBits); lo <= s && s < hi {
				k.shards[s].place(key, crawl.Page(i<<chunkBits+j))
			}
		}
	}
}
