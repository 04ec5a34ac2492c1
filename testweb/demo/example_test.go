package demo_test

import (
	"fmt"
	"net/http"
	"net/url"

	"weft/testweb"
	"weft/testweb/demo"
)

func ExampleServe() {
	web := testweb.NewWeb(testweb.Options{Pages: 300, Seed: 1})
	s, err := demo.Serve(web)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	proxy, _ := url.Parse(s.Proxy())
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	resp, err := client.Get(web.Seeds()[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
	// Output: 200 OK
}
