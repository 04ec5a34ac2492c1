package links

import "weft/internal/ascii"

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
		case ascii.EqualFold(name, "img"):
			return elemImg
		case ascii.EqualFold(name, "xmp"):
			return elemXmp
		}
	case 4:
		switch {
		case ascii.EqualFold(name, "link"):
			return elemLink
		case ascii.EqualFold(name, "meta"):
			return elemMeta
		case ascii.EqualFold(name, "area"):
			return elemArea
		case ascii.EqualFold(name, "base"):
			return elemBase
		}
	case 5:
		switch {
		case ascii.EqualFold(name, "style"):
			return elemStyle
		case ascii.EqualFold(name, "title"):
			return elemTitle
		case ascii.EqualFold(name, "frame"):
			return elemFrame
		}
	case 6:
		switch {
		case ascii.EqualFold(name, "script"):
			return elemScript
		case ascii.EqualFold(name, "iframe"):
			return elemIframe
		}
	case 7:
		if ascii.EqualFold(name, "noembed") {
			return elemNoembed
		}
	case 8:
		switch {
		case ascii.EqualFold(name, "textarea"):
			return elemTextarea
		case ascii.EqualFold(name, "noframes"):
			return elemNoframes
		}
	case 9:
		if ascii.EqualFold(name, "plaintext") {
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
		case ascii.EqualFold(name, "src"):
			return attrSrc
		case ascii.EqualFold(name, "alt"):
			return attrAlt
		case ascii.EqualFold(name, "rel"):
			return attrRel
		}
	case 4:
		switch {
		case ascii.EqualFold(name, "href"):
			return attrHref
		case ascii.EqualFold(name, "name"):
			return attrName
		}
	case 5:
		if ascii.EqualFold(name, "title") {
			return attrTitle
		}
	case 7:
		switch {
		case ascii.EqualFold(name, "content"):
			return attrContent
		case ascii.EqualFold(name, "charset"):
			return attrCharset
		}
	case 10:
		if ascii.EqualFold(name, "http-equiv") {
			return attrHTTPEquiv
		}
	}
	return numAttrs
}
