//go:build !unix

package main

import "os"

// resizes: nobody tells it here.
func resizes() <-chan os.Signal { return nil }
