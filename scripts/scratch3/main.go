package main

import (
	"fmt"
	"os"
	"strconv"

	"ludens/train"
)

func main() {
	f := &train.Folder{Dir: os.Args[1]}
	for _, a := range os.Args[2:] {
		i, _ := strconv.Atoi(a)
		gs, err := f.LoadGames(i)
		if err != nil {
			fmt.Println(err)
			continue
		}
		lv := map[float32][2]int{}
		for _, g := range gs {
			x := lv[g.Start.Level]
			x[0]++
			if len(g.Plies) < 240 {
				x[1]++
			}
			lv[g.Start.Level] = x
		}
		fmt.Println(i, lv)
	}
}
