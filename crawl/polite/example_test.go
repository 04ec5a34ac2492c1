package polite_test

import (
	"context"
	"fmt"
	"time"

	"weft/crawl/polite"
)

func Example() {
	s := polite.New[string](polite.Options{Delay: 20 * time.Millisecond})
	s.Put("a.example", "/1")
	s.Put("a.example", "/2")
	s.Put("b.example", "/1")
	start := time.Now()
	for s.Len() > 0 {
		turn, err := s.Take(context.Background())
		if err != nil {
			return
		}
		fmt.Println(turn.Host, turn.Item, time.Since(start) >= 20*time.Millisecond)
		s.Done(turn, polite.Outcome{Status: 200})
	}
	// Output:
	// a.example /1 false
	// b.example /1 false
	// a.example /2 true
}
