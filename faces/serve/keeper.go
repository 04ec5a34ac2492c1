package serve

import (
	"slices"
	"sync"
)

// A keeper keeps the latest values of a version of a crawl by key, such as the results of queries. Another version of the crawl
// has another keeper, so a value is never older than its crawl. It is safe for concurrent use.
type keeper[K comparable, V any] struct {
	mu  sync.Mutex
	all []keptValue[K, V] // by their last use, the latest last
}

type keptValue[K comparable, V any] struct {
	key   K
	value V
	bytes int64
}

// get returns the value of a key, and false if it is not kept.
func (k *keeper[K, V]) get(key K) (value V, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.all, func(x keptValue[K, V]) bool { return x.key == key })
	if i < 0 {
		return value, false
	}
	x := k.all[i]
	k.all = append(slices.Delete(k.all, i, i+1), x)
	return x.value, true
}

// put keeps a value and its number of bytes in place of an earlier value of the key. The values that were used last stay,
// up to a number of them and up to mostBytes. The newest value stays whatever it takes.
func (k *keeper[K, V]) put(key K, value V, bytes int64, most int, mostBytes int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = append(slices.DeleteFunc(k.all, func(x keptValue[K, V]) bool { return x.key == key }), keptValue[K, V]{key, value, bytes})
	held, last := int64(0), len(k.all)-1
	for i, x := range slices.Backward(k.all) {
		if held += x.bytes; last-i >= most || held > mostBytes && i < last {
			k.all = slices.Delete(k.all, 0, i+1)
			return
		}
	}
}

// bytes is the memory of all kept values.
func (k *keeper[K, V]) bytes() (sum int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, x := range k.all {
		sum += x.bytes
	}
	return sum
}
