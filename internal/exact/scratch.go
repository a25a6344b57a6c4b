package exact

import "os"

// scratch is a file that is made when something is written to it.
type scratch struct {
	folder string
	file   *os.File
}

func (s *scratch) WriteAt(b []byte, at int64) (n int, err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp(s.folder, ".moves.*"); err != nil {
			return 0, err
		}
	}
	return s.file.WriteAt(b, at)
}

func (s *scratch) ReadAt(b []byte, at int64) (int, error) { return s.file.ReadAt(b, at) }

// remove removes the file, if there is one.
func (s *scratch) remove() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
