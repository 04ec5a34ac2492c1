//go:build !unix

package watch

// onSignal does nothing: there is no SIGUSR1.
func onSignal(func() bool) (stop func()) { return func() {} }
