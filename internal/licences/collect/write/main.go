// Command write writes the licences of all modules of weft into the file that package licences embeds. It is run by go
// generate, in the folder of that package.
package main

import (
	"context"
	"fmt"
	"os"

	"weft/internal/licences"
	"weft/internal/licences/collect"
)

func main() {
	all, err := collect.Run(context.Background(), "weft/cmd/weft")
	if err == nil {
		err = os.WriteFile("texts.txt", []byte(licences.Format(all)), 0o644) //nolint:gosec // everybody may read it
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}
