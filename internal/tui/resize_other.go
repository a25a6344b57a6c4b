//go:build !unix

package tui

import "os"

// resizes returns nil: this system reports no resizes.
func resizes() <-chan os.Signal { return nil }
