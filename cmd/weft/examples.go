package main

// made holds the first commands of examples, which make the named crawls. So examples work without an existing
// crawl.
var made = map[string]string{
	"crawl":       "  weft generate web -o crawl --pages 10000\n",
	"older newer": "  weft generate web -o older --pages 10000 && weft extract older -o newer --top 8000\n",
	"part": "  weft generate web -o whole --pages 10000 && weft seeds whole -o starts.txt\n" +
		"  weft crawl --replay whole --seeds starts.txt -o part --pages 3000\n",
}
