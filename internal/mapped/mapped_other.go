//go:build !unix && !windows

package mapped

import (
	"errors"
	"os"
)

func open(*os.File, int) ([]byte, func() error, error) { return nil, nil, errors.ErrUnsupported }
