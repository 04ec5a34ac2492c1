package triangle

// A way says in which directions two nodes are joined.
type way uint8

const (
	there way = 1 << iota // from the first to the second
	back
)

// closed counts the kinds of a triangle u, v, w with directed links: cycles, and from bit 32 on transitive
// triples. The index is the way of u and v, the way of v and w shifted by 2, and the way of u and w shifted by 4.
// The counts of a list, which has fewer than 2³⁰ entries, are added in one number.
var closed = kinds()

func kinds() (all [64]uint64) {
	for i := range all {
		uv, vw, uw := way(i&3), way(i>>2&3), way(i>>4&3)
		var joined [3][3]bool
		join := func(a, b int, w way) { joined[a][b], joined[b][a] = w&there != 0, w&back != 0 }
		join(0, 1, uv)
		join(1, 2, vw)
		join(0, 2, uw)
		for _, p := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			if !joined[p[0]][p[1]] || !joined[p[1]][p[2]] {
				continue
			}
			if joined[p[0]][p[2]] {
				all[i] += 1 << 32
			}
			if joined[p[2]][p[0]] && p[0] == 0 { // of the three ways to begin a cycle, one
				all[i]++
			}
		}
	}
	return all
}
