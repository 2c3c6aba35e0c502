package code

import "errors"

// Missing reports whether an error says that what was asked for is not there,
// whichever adapter it comes from: one that has a method Missing.
func Missing(err error) bool {
	var m interface{ Missing() bool }
	return errors.As(err, &m) && m.Missing()
}
