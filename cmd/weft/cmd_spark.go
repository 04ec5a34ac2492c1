package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"weft/faces/spark"
	"weft/internal/atomicfile"
	"weft/internal/ending"
)

const sparkHelp = `Extract and measure graphs on a cluster, with Apache Spark or Sail. One machine and weft import are faster as long as the
graph fits: see docs/scale.md.`

func (a *app) sparkCmd() *cobra.Command {
	c := &cobra.Command{Use: "spark", Short: "Extract and measure graphs on a cluster", Long: sparkHelp}
	c.AddCommand(a.sparkJobCmd())
	return c
}

const sparkJobHelp = `Write the job file for Apache Spark 4.1 and Sail 0.7: one Python file of this version of weft. The executors need Python 3.11
with numpy, pandas and pyarrow, and this binary.

The job has a command extract, which reads archives and writes shards: pages, arcs and texts of links. Its commands degrees,
pagerank, hits, components and fidelity measure shards. python weft_spark.py --help lists them; COMMAND --help lists options.

extract runs "weft worker archive" on each archive. weft import makes a crawl of the shards, equal to an import of the archives.
The other commands write results beside the shards, and weft import takes them as results of the crawl. --resume continues
after the last whole archive or iteration.

The job refuses a worker of another version. weft does not overwrite a file that is no job file.`

func (a *app) sparkJobCmd() *cobra.Command {
	output := spark.FileName
	c := &cobra.Command{
		Use:   "job",
		Short: "Write the job file for Spark and Sail",
		Long:  sparkJobHelp,
		Example: `  weft spark job -o weft_spark.py
  spark-submit --files weft weft_spark.py extract --in archives.txt --out s3://bucket/web
  spark-submit weft_spark.py pagerank --in s3://bucket/web --out s3://bucket/web`,
		Args: exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			text := spark.Job(version, newBuilt(readBuildInfo()).Commit)
			write := func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			}
			if output == "-" {
				return write(a.stdout)
			}
			if err := checkJobFile(output); err != nil {
				return err
			}
			return atomicfile.Write(output, write)
		},
	}
	c.Flags().StringVarP(&output, "output", "o", output, "write the job to `FILE`, or to standard output with -")
	ending.Set(c.Flags(), "output", "python")
	return c
}

// checkJobFile returns an error if a file exists that is no job file.
func checkJobFile(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	head := make([]byte, 256)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	if !spark.IsJob(head[:n]) {
		return fmt.Errorf("%s: %w, and is no job file of weft: name another file with -o", path, fs.ErrExist)
	}
	return nil
}
