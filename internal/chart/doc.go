// Package chart draws figures as a journal would print them: small multiples on
// one page, thin grids, names beside what they name, colours that most
// colour-blind people can distinguish, on light and on dark ground.
//
// A figure is data. [Line], [Stack], [Histogram], [Dots] and [Notes] are charts,
// a [Page] holds rows of them and writes itself as PNG or SVG:
//
//	page := chart.Page{Title: "A run", Rows: [][]chart.Chart{{
//		chart.Line{Frame: chart.Frame{Title: "Loss"}, Series: []chart.Series{{Name: "value", X: x, Y: y}}},
//	}}}
//	err := page.SVG(w, chart.Light)
//
// Values that are not finite are left out, and a chart without any says so in
// words: nothing here panics over what it is to show.
package chart
