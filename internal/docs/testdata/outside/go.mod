module example.org/domineering

go 1.26.0

require ludens v0.0.0

replace ludens => ../../../..
