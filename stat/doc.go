// Package stat says how sure one can be: intervals of scores, sequential
// tests, ratings, regressions. It knows numbers and no games.
//
// [Counts] is the result of a match, by games or by pairs of games, with the
// interval of its mean; [SPRT] decides between two strengths while games are
// played and estimates without the bias of having stopped; [Rate] places many
// players on one scale; [Logistic] explains results by what preceded them, [FitLogit] mean
// points of cells by what is varied.
// The equations are those of docs/method.md.
//
// Nothing here returns a NaN: without data an interval is as wide as can be.
package stat
