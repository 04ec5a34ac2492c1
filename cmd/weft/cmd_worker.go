package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"weft/internal/atomicfile"
	"weft/internal/ending"
	"weft/internal/inert"
	"weft/making/ingest"
)

const workerHelp = `Read archives for another program, such as a job on a cluster. weft import reads the results of many workers, and makes the
crawl that it would make of the archives.`

func (a *app) workerCmd() *cobra.Command {
	c := &cobra.Command{Use: "worker", Short: "Read archives for a job on a cluster", Long: workerHelp}
	c.AddCommand(a.workerArchiveCmd())
	return c
}

const workerArchiveHelp = `Read an archive (WARC, ARC, WAT, WACZ) and write its pages and links as an Arrow stream, for other programs and weft import.
Without a FILE, or with -, it reads standard input.

Columns: row is the kind of a row: input, page, arc or text. source and target are sort keys of URLs. state, kinds and by are
numbers of weft. part and whole say how a capture was kept. text is the text of a link, or the URL of a page. The facts of a
page are status, type, size, time (in milliseconds since 1970), digest and title. site is the name of its site. skin is a
sketch of its style sheets.

weft writes nothing before it has read everything, so a failed worker leaves no row. A stream without its end mark is cut:
weft import refuses it. A worker that runs twice writes the same rows.

Bad records are counted in the row of the input. More than --max-bad of them are an error. weft warns of an archive that is
truncated.`

func (a *app) workerArchiveCmd() *cobra.Command {
	var o ingest.Options
	var name, output, maxBad string
	c := &cobra.Command{
		Use:     "archive [FILE]",
		Short:   "Write pages and links of an archive as an Arrow stream",
		Long:    workerArchiveHelp,
		Example: "  weft demo -o weft-demo\n  cat weft-demo/crawl/warc/*.warc.gz | weft worker archive - > rows.arrow\n  weft import rows.arrow -o again",
		Args:    between(0, 1, "one file, or none for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Inputs, o.Stdin = []string{"-"}, a.stdin
			if len(args) > 0 {
				o.Inputs = args
			}
			var err error
			if o.MaxBad, err = parseShare(maxBad); err != nil {
				return usagef("--max-bad: %w", err)
			}
			if output == "" && a.toTerminal() {
				return usagef("the rows are not for a terminal: name a file with -o, or send them to a program")
			}
			return a.writeRows(cmd, o, cmp.Or(name, o.Inputs[0]), output)
		},
	}
	f := c.Flags()
	f.StringVarP(&output, "output", "o", "", "write the rows to `FILE`; the default is standard output")
	ending.Set(f, "output", "arrow")
	f.StringVar(&name, "name", "", "call the input `NAME` in rows and errors, such as the address of standard input")
	f.StringVar(&maxBad, "max-bad", "1%", "fail if more than `SHARE` of the records is bad, or of the bytes skipped or missing")
	return c
}

// writeRows reads an input and writes its rows.
func (a *app) writeRows(cmd *cobra.Command, o ingest.Options, name, output string) error {
	scratch, err := os.MkdirTemp("", "weft-worker-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // scratch files
	o.DraftOptions = a.draft(madeFlags{output: filepath.Join(scratch, "rows")})
	o.Progress = a.importProgress
	write := func(w io.Writer) error {
		rows := ingest.NewArrowRows(w, map[string]string{o.Inputs[0]: name})
		s, err := ingest.Gather(cmd.Context(), o, rows)
		if err != nil {
			return err
		}
		for _, b := range s.Breaks { // also under --quiet: the reader of the rows must know
			a.warn("%s is truncated at offset %d (%s): the rest is missing", inert.Text(name), b.Offset, inert.Text(b.Why))
		}
		return errors.Join(err, rows.Close())
	}
	if output != "" {
		err = atomicfile.Write(output, write)
	} else {
		err = write(a.stdout)
	}
	if err != nil && name != o.Inputs[0] {
		err = fmt.Errorf("%s: %w", inert.Text(name), err)
	}
	return err
}
