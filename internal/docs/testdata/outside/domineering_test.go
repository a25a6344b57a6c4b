package main

import (
	"testing"

	"ludens/env/envtest"
)

func TestLaws(t *testing.T) { envtest.Run(t, domineering{}) }
