package store

import (
	"context"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/internal/blocksum"
	"weft/internal/mmap"
)

// Resum gives the files of a crawl checksums of blocks of another size, as large files have; 0 takes them away, as in
// crawls of earlier versions.
func Resum(dir string, block int) error {
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	for name, f := range m.Files {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		s := blocksum.Sums{Block: block}
		for lo := 0; lo < len(data) && block > 0; lo += block {
			s.CRC = append(s.CRC, crc32.Checksum(data[lo:min(lo+block, len(data))], crc32.MakeTable(crc32.Castagnoli)))
		}
		f.Block, f.CRC = s.Block, s.Text()
		m.Files[name] = f
	}
	return m.write(dir)
}

// Rewrite changes the manifest of a crawl.
func Rewrite(t *testing.T, dir string, f func(*Manifest)) {
	t.Helper()
	m, err := readManifest(dir)
	if err == nil {
		f(m)
		err = m.write(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TransposeInBlocks writes the transpose of a graph that is read in so many parts, in blocks for which there is room,
// and returns how many these are.
func TransposeInBlocks(ctx context.Context, basename string, g graph.Random, workers int, room int64, parts int) (blocks int, err error) {
	t := &transposer{ctx: ctx, g: g, o: TransposeOptions{Workers: workers}}
	list, err := t.cut(room, parts)
	if err != nil || list == nil {
		return 0, err
	}
	_, err = t.inBlocks(basename, list)
	return len(list), err
}

// UnpackFrom lets lists be unpacked from so many arcs on, until the function that it returns is called.
func UnpackFrom(arcs int64) (restore func()) {
	before := unpackedFrom
	unpackedFrom = arcs
	return func() { unpackedFrom = before }
}

// ShareFrom lets several workers decode graphs of so many arcs and more, until the function that it returns is called.
func ShareFrom(arcs int64) (restore func()) {
	before := sharedFrom
	sharedFrom = arcs
	return func() { sharedFrom = before }
}

// UnpackedIn is what a view reads of g where scratch files lie in a folder.
func UnpackedIn(ctx context.Context, dir string, g graph.Random) (graph.Random, error) {
	v := &View{Form: Unpacked, lists: mmap.NewScratch(dir)}
	return v.read(&ViewOptions{Ctx: ctx}, g)
}
