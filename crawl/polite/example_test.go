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
		fmt.Println(turn.Host, turn.Item)
		s.Done(turn, polite.Outcome{Status: 200})
	}
	fmt.Println("it took 20 ms:", time.Since(start) >= 20*time.Millisecond)
	// Output:
	// a.example /1
	// b.example /1
	// a.example /2
	// it took 20 ms: true
}
