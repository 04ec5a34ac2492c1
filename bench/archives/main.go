// Command archives writes weft's reading of archives, for comparison with other programs:
//
//	archives cdxj FILE…   lines of CDXJ, in the order of the records
//	archives surt         the SURT of each URL on standard input, a line each
//	archives make DIR     a folder of archives as a crawl writes it
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"weft/web/warc"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	err := run(out, os.Args[1:])
	if e := out.Flush(); err == nil {
		err = e
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "archives:", err)
		os.Exit(1)
	}
}

func run(out *bufio.Writer, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "surt":
		return surts(out)
	case len(args) == 2 && args[0] == "make":
		return makeFolder(args[1])
	case len(args) > 1 && args[0] == "cdxj":
		for _, path := range args[1:] {
			if err := index(out, path); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		return nil
	}
	return fmt.Errorf("usage: archives surt | archives cdxj FILE… | archives make DIR")
}

func surts(out *bufio.Writer) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	var key []byte
	for lines.Scan() {
		key = append(warc.AppendSURT(key[:0], lines.Bytes()), '\n')
		if _, err := out.Write(key); err != nil {
			return err
		}
	}
	return lines.Err()
}

func index(out *bufio.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	return warc.EachCDXJ(f, filepath.Base(path), func(line []byte) error {
		_, err := out.Write(line)
		return err
	})
}
