package links

var elemNameLen = [...]int{
	elemPlaintext: len("plaintext"), elemIframe: len("iframe"), elemNoembed: len("noembed"), elemNoframes: len("noframes"), elemScript: len("script"), elemStyle: len("style"), elemTextarea: len("textarea"), elemTitle: len("title"),
	elemXmp: len("xmp"),
}

// elementOf knows the names of tags in any case.
func elementOf(name []byte) element {
	switch len(name) {
	case 1:
		if name[0]|0x20 == 'a' {
			return elemA
		}
	case 3:
		switch {
		case is(name, "img"):
			return elemImg
		case is(name, "xmp"):
			return elemXmp
		}
	case 4:
		switch {
		case is(name, "link"):
			return elemLink
		case is(name, "meta"):
			return elemMeta
		case is(name, "area"):
			return elemArea
		case is(name, "base"):
			return elemBase
		}
	case 5:
		switch {
		case is(name, "style"):
			return elemStyle
		case is(name, "title"):
			return elemTitle
		case is(name, "frame"):
			return elemFrame
		}
	case 6:
		switch {
		case is(name, "script"):
			return elemScript
		case is(name, "iframe"):
			return elemIframe
		}
	case 7:
		if is(name, "noembed") {
			return elemNoembed
		}
	case 8:
		switch {
		case is(name, "textarea"):
			return elemTextarea
		case is(name, "noframes"):
			return elemNoframes
		}
	case 9:
		if is(name, "plaintext") {
			return elemPlaintext
		}
	}
	return other
}

// attributeOf returns numAttrs for an attribute that does not matter.
func attributeOf(name []byte) attribute {
	switch len(name) {
	case 3:
		switch {
		case is(name, "src"):
			return attrSrc
		case is(name, "alt"):
			return attrAlt
		case is(name, "rel"):
			return attrRel
		}
	case 4:
		switch {
		case is(name, "href"):
			return attrHref
		case is(name, "name"):
			return attrName
		}
	case 5:
		if is(name, "title") {
			return attrTitle
		}
	case 7:
		switch {
		case is(name, "content"):
			return attrContent
		case is(name, "charset"):
			return attrCharset
		}
	case 10:
		if is(name, "http-equiv") {
			return attrHTTPEquiv
		}
	}
	return numAttrs
}

// is compares s with a lower-case ASCII word, in any case of s; the lengths differ only if they are not equal words.
func is[T string | []byte](s T, word string) bool {
	if len(s) != len(word) {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}
