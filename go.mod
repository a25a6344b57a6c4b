module ludens

go 1.26
