package tictactoe_test

import (
	"testing"

	"ludens/env/envtest"
	"ludens/env/tictactoe"
)

func TestLaws(t *testing.T) { envtest.Run(t, tictactoe.Game{}) }
