package option

import "errors"

// ErrUnfit says that options and inputs do not go together.
var ErrUnfit = errors.New("the options do not fit the input")
