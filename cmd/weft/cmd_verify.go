package main

import (
	"io"

	"github.com/spf13/cobra"

	"weft/store"
)

func (a *app) verifyCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "verify CRAWL",
		Short: "Find damage in a crawl",
		Long: `Check every file of a crawl against its checksum, decode every list, name and record, and compare graph, transpose
and counts. A BVGraph has no checksums: its lists are decoded and its offsets followed.`,
		Example: "  weft verify crawl",
		Args:    exactly(1, "a crawl"),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := a.graphOf(args[0])
			if err != nil {
				return err
			}
			err = store.Verify(path, func(what string) { a.progress.Steps(what, 0, 0) })
			if err != nil {
				return err
			}
			return a.print(map[string]any{"path": args[0], "ok": true}, func(w io.Writer) { row(w, args[0], "no damage found") })
		},
	}
}
