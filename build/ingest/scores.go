package ingest

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"weft/web/weburl"
)

// EachScore reads lines of a page and a number, plain or compressed; lines that are empty or begin with # are passed
// over. What take refuses is told with its line.
func EachScore(path string, stdin io.Reader, memory int64, take func(page string, score float32) error) error {
	in, err := OpenText(path, stdin, memory)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, weburl.MaxLen+1024)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 2 {
			return fmt.Errorf("%s: line %d: %.200q: want a URL and a score", path, n, lines.Text())
		}
		score, err := strconv.ParseFloat(fields[1], 32)
		if err != nil || math.IsNaN(score) {
			return fmt.Errorf("%s: line %d: %.200q is no score: want a number", path, n, fields[1])
		}
		if err := take(fields[0], float32(score)); err != nil {
			return fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
