package sitemap

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// read tells XML from text by the first character.
func (s *sink) read(text *bufio.Reader, skipped int) error {
	for {
		c, err := text.ReadByte()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: the document is empty", ErrNotSitemap)
		} else if err != nil {
			return err
		}
		if c == ' ' || '\t' <= c && c <= '\r' {
			skipped++
			continue
		}
		if err := text.UnreadByte(); err != nil {
			return err
		}
		if c == '<' {
			return s.readXML(text, skipped)
		}
		return s.readLines(text)
	}
}

// readLines reads one URL per line. Other lines are counted. A document with only such lines is not a sitemap.
func (s *sink) readLines(text *bufio.Reader) error {
	for {
		line, err := text.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = text.ReadSlice('\n')
		}
		switch loc := strings.TrimSpace(string(line)); {
		case err != nil && s.lim.cut: // the line would be another URL
		case long:
			s.sum.Skipped++
		case loc != "":
			if err := s.put(Entry{Loc: loc}); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
	}
	if s.sum.Entries+s.sum.Beyond == 0 {
		return fmt.Errorf("%w: a text without a line that is a URL", ErrNotSitemap)
	}
	s.sum.Kind = Text
	return nil
}
