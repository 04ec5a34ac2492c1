package scope_test

import (
	"fmt"
	"strings"

	"weft/crawl/scope"
	"weft/graph/kinds"
)

func Example() {
	list, err := scope.ReadList(strings.NewReader(`
+http://(org,debian,lists,)/debian-user/
-(org,debian,www,)/cgi-bin/
`), "surts.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := scope.New(scope.Options{
		Seeds:   []string{"https://www.debian.org/intro/"},
		Area:    scope.Host,
		Lists:   []*scope.List{list},
		Exclude: []string{`\.iso$`},
		Hops:    scope.AtMost(3),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, url := range []string{
		"https://www.debian.org/doc/",
		"https://www.debian.org/cgi-bin/search",
		"https://www.debian.org/debian.iso",
		"https://lists.debian.org/debian-user/2003/",
		"https://lists.debian.org/debian-devel/",
	} {
		v := s.Judge([]byte(url), scope.Place{Hops: 1}, kinds.Link)
		fmt.Println(v.In, v.Rule)
	}
	// Output:
	// true host
	// false surt -(org,debian,www,)/cgi-bin/ (line 3 of surts.txt)
	// false regex -\.iso$
	// true surt +http://(org,debian,lists,)/debian-user/ (line 2 of surts.txt)
	// false scope: host
}
