package random

import "weft/graph"

// The directories of a host make a tree: directory i of the host is above those from branches·i+1 to
// branches·i+branches.
const branches = 12

// above returns the first page of the directory above; where that does not link on or is not listed, of the next above
// that does.
func (k *linker) above() graph.Node {
	i := k.dir - k.root
	for i > 0 {
		i = (i - 1) / branches
		if k.w.dirRegion(k.root+i, k.root, k.hostReg) == core {
			break
		}
	}
	v, _ := k.w.lay.dir(k.root + i)
	return v
}

// appendIndex lists the pages of the directory and the directories below it.
func (k *linker) appendIndex(dst []graph.Node) []graph.Node {
	for v := k.first + 1; v < k.end; v++ {
		dst = append(dst, v)
	}
	if k.dirReg == core {
		dst = k.appendBelow(dst, k.dir-k.root)
	}
	return dst
}

// appendBelow lists the directories below directory i. A directory that is not listed is replaced by its
// subdirectories. A directory that does not link on is listed together with them.
func (k *linker) appendBelow(dst []graph.Node, i int) []graph.Node {
	for c := branches*i + 1; c <= branches*i+branches && k.root+c < k.hostEnd; c++ {
		reg := k.w.dirRegion(k.root+c, k.root, k.hostReg)
		if reg != inside {
			v, _ := k.w.lay.dir(k.root + c)
			dst = append(dst, v)
		}
		if reg != core {
			dst = k.appendBelow(dst, c)
		}
	}
	return dst
}
