// Package weburl defines the name of a page.
//
// The name is a URL as the WHATWG URL Standard parses and serialises it, without its fragment. http and https, and
// different ports, are different pages. [Parse] and [Base] make that canonical URL from a reference in a page.
// [AppendKey] turns it into the sort key by which pages are numbered; [AppendName] turns it back.
//
// # The sort key
//
//	http://www.debian.org/intro?x=1      org,debian,www)/intro?x=1 h
//	https://user@www.debian.org:8080/    org,debian,www)/ s:8080@user
//	http://192.0.2.7/                    192.0.2.7)/ h
//	a name that is no URL                !a name that is no URL
//
// The key begins with the labels of the host, reversed, joined by commas and closed by a parenthesis. Path and
// query follow, one space, the scheme (h, s, f for http, https, ftp), a port other than the scheme's own, and
// credentials. Bytes up to ',' within a label, which the standard allows in hosts, are written %XX. So no other
// key lies between "org,debian)" and "org,debian,…". A host, a name with everything below it, and a path prefix
// are each one interval of keys. An address is one label and is not reversed. Keys compare as bytes and are
// one-to-one with names.
//
// The parser is weft's own because pages hold hostile text and many links. It takes linear time, allocates nothing
// for ASCII hosts, and knows the legacy encodings of queries. Tests hold it equal to the published test cases of
// the standard and to another implementation on random input.
package weburl
