package course

// blockBits makes blocks of 1 MiB.
const blockBits = 18

// numbers are a list of numbers in blocks: nothing is copied when it grows.
type numbers struct {
	blocks [][]uint32
	n      int
}

// add appends a number.
func (a *numbers) add(x uint32) {
	at := a.n & (1<<blockBits - 1)
	if at == 0 {
		a.blocks = append(a.blocks, make([]uint32, 1<<blockBits))
	}
	a.blocks[len(a.blocks)-1][at] = x
	a.n++
}

// at returns a number.
func (a *numbers) at(i int) uint32 { return a.blocks[i>>blockBits][i&(1<<blockBits-1)] }

// span returns n numbers from i on: lent where they lie in one block, otherwise in scratch.
func (a *numbers) span(scratch *[]uint32, i, n int) []uint32 {
	if n == 0 {
		return nil
	}
	block, at := a.blocks[i>>blockBits], i&(1<<blockBits-1)
	if at+n <= len(block) {
		return block[at : at+n]
	}
	*scratch = (*scratch)[:0]
	for n > 0 {
		block, at = a.blocks[i>>blockBits], i&(1<<blockBits-1)
		some := block[at:min(len(block), at+n)]
		*scratch = append(*scratch, some...)
		i, n = i+len(some), n-len(some)
	}
	return *scratch
}
