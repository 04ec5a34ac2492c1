package missing

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"weft/internal/atomicfile"
)

// A listing is the list of all URLs of some classes. It is kept in a scratch file until it is written.
type listing struct {
	classes []string
	reason  string // only this; empty for all
	lines   int
	s       source
	file    *os.File
	out     *bufio.Writer // which keeps errors until Flush
}

func newListing(classes []string, reason string, s source) (*listing, error) {
	f, err := atomicfile.Scratch("")
	if err != nil {
		return nil, err
	}
	return &listing{classes: classes, reason: reason, s: s, file: f, out: bufio.NewWriterSize(f, 1<<16)}, nil
}

// add adds the line of a URL: URL, reason, number of pages that link to it, one of them.
func (l *listing) add(u *url) error {
	if !wants(l.classes, u.class) || l.reason != "" && !isReason(u.kind(), l.reason) {
		return nil
	}
	l.lines++
	fmt.Fprintf(l.out, "%s\t%s\t%d\t", u.name, flat(u.reason), u.links) //nolint:errcheck // kept until Flush
	if u.from != none {
		from, err := l.s.name(u.from)
		if err != nil {
			return err
		}
		l.out.WriteString(from) //nolint:errcheck // kept until Flush
	}
	return l.out.WriteByte('\n')
}

// flat joins the lines of a text.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// isReason reports whether a reason equals a text, or begins with it if the text is a status.
func isReason(reason, asked string) bool {
	if reason == asked || flat(reason) == flat(asked) {
		return true
	}
	_, err := strconv.Atoi(asked)
	return err == nil && strings.HasPrefix(reason, asked+" ")
}

// write writes the list, and gives up the scratch file.
func (l *listing) write(w io.Writer) error {
	err := l.out.Flush()
	if err == nil {
		_, err = l.file.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(w, l.file)
	}
	return errors.Join(err, l.file.Close())
}
