package variant

import (
	"fmt"
	"testing"
)

// The images of a board are permutations of its cells, no two alike, and one after another
// is a third: eight of a square, four of another rectangle.
func TestImages(t *testing.T) {
	for _, test := range []struct{ rows, cols, want int }{{3, 3, 8}, {2, 4, 4}, {4, 1, 4}} {
		cells := func(x Image) (all []int) {
			for c := range test.rows * test.cols {
				row, col := x.Of(c/test.cols, c%test.cols)
				all = append(all, row*test.cols+col)
			}
			return all
		}
		images, known := Images(test.rows, test.cols), map[string]string{}
		for _, x := range images {
			seen := map[int]bool{}
			for _, c := range cells(x) {
				seen[c] = true
			}
			if len(seen) != test.rows*test.cols || seen[-1] || seen[test.rows*test.cols] {
				t.Errorf("%d by %d, %s: %v", test.rows, test.cols, x.Name, cells(x))
			}
			known[fmt.Sprint(cells(x))] = x.Name
		}
		if len(images) != test.want || test.cols > 1 && len(known) != test.want || images[0].Name != "identity" {
			t.Errorf("%d by %d: %d images, %d different, want %d, the identity first", test.rows, test.cols, len(images), len(known), test.want)
		}
		for _, x := range images {
			for _, y := range images {
				both := cells(x)
				for i, c := range both {
					both[i] = cells(y)[c]
				}
				if known[fmt.Sprint(both)] == "" {
					t.Errorf("%d by %d: %s and then %s is no image", test.rows, test.cols, x.Name, y.Name)
				}
			}
		}
	}
}
