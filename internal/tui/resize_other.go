//go:build !unix

package tui

import "os"

// resizes: nobody tells it here.
func resizes() <-chan os.Signal { return nil }
