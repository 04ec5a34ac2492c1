package ingest

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"weft/internal/lists"
	"weft/web/weburl"
)

// EachScore reads lines of a page and a number, plain or compressed, and skips empty lines and lines that begin
// with #. An error of take is returned with its line.
func EachScore(path string, stdin io.Reader, memory int64, take func(page string, score float32) error) error {
	in, err := OpenText(path, stdin, memory)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	list := lists.New(in, path, weburl.MaxLen+1024)
	for list.Next() {
		fields := strings.Fields(list.Text())
		if len(fields) != 2 {
			return list.At(fmt.Errorf("%.200q: expected a URL and a score", list.Text()))
		}
		score, err := strconv.ParseFloat(fields[1], 32)
		if err != nil || math.IsNaN(score) {
			return list.At(fmt.Errorf("%.200q is no score: expected a number", fields[1]))
		}
		if err := take(fields[0], float32(score)); err != nil {
			return list.At(err)
		}
	}
	return list.Err()
}
