package stat

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Record is how the games of two players went in which First moved first.
type Record struct {
	First, Second       int // players, from 0
	Wins, Draws, Losses int // of First
}

func (r Record) games() float64 { return float64(r.Wins + r.Draws + r.Losses) }

// Ratings is many players on one scale.
type Ratings struct {
	Elo       []float64 // the anchor's is what was asked for
	Advantage float64   // Elo that moving first is worth
	Draws     float64   // chance of a draw between equals without that advantage

	davidson   davidson
	x          []float64 // as the likelihood has them
	covariance *mat.SymDense
	scale      float64 // Elo for one nat
}

// priorElo is the width of what is thought of every parameter beforehand: so
// wide that one game outweighs it, and enough to keep the rating of a player
// who won everything finite.
const priorElo = 1500

// Rate places players on one scale by the games between them: E23 of
// docs/method.md, the Bradley-Terry model with draws (Davidson 1970, "On
// extending the Bradley-Terry model to accommodate ties in paired comparison
// experiments") and an advantage of moving first (Davidson and Beaver 1977):
//
//	P(win) : P(draw) : P(loss) = exp(x/2) : nu : exp(-x/2),  x = theta_First - theta_Second + gamma
//
// One player is the anchor, whose rating is elo. Players without games get the
// anchor's rating and an error of priorElo.
func Rate(players int, records []Record, anchor int, elo float64) Ratings {
	r := Ratings{davidson: davidson{players, anchor, records}}
	r.x, r.covariance = maximise(r.davidson, r.davidson.parameters())
	nu := math.Exp(r.x[r.davidson.nu()])
	// Near equals the score then changes as the Elo formula says: without it a
	// game with many draws would be told in larger numbers.
	r.scale = eloPerNat * 2 / (2 + nu)
	r.Draws = nu / (2 + nu)
	r.Advantage = r.scale * r.x[r.davidson.gamma()]
	for i := range players {
		r.Elo = append(r.Elo, elo+r.scale*r.davidson.theta(r.x, i))
	}
	return r
}

// Error returns the standard error of player i's rating, from the likelihood.
func (r Ratings) Error(i int) float64 { return r.scale * math.Sqrt(r.spread(i, r.davidson.anchor)) }

// AdvantageError returns the standard error of Advantage.
func (r Ratings) AdvantageError() float64 {
	g := r.davidson.gamma()
	return r.scale * math.Sqrt(r.covariance.At(g, g))
}

// Difference returns by how much i is above j, and the standard error of that.
func (r Ratings) Difference(i, j int) (elo, se float64) {
	return r.Elo[i] - r.Elo[j], r.scale * math.Sqrt(r.spread(i, j))
}

// Superiority returns the likelihood that i is better than j.
func (r Ratings) Superiority(i, j int) float64 { return Superiority(r.Difference(i, j)) }

// spread returns the variance of theta_i - theta_j.
func (r Ratings) spread(i, j int) float64 {
	cov := func(a, b int) float64 {
		if a == r.davidson.anchor || b == r.davidson.anchor {
			return 0
		}
		return r.covariance.At(r.davidson.index(a), r.davidson.index(b))
	}
	return max(0, cov(i, i)+cov(j, j)-2*cov(i, j))
}

// As returns the rating that player i's games in one role alone show, 0 for
// moving first and 1 for moving second, with its standard error; the others
// are taken at their ratings.
func (r Ratings) As(role, i int) (elo, se float64) {
	one := performance{r, i, role}
	x, covariance := maximise(one, 1)
	base := r.Elo[r.davidson.anchor]
	return base + r.scale*x[0], r.scale * math.Sqrt(covariance.At(0, 0))
}

// davidson is the log-likelihood of the parameters
//
//	theta of every player but the anchor, gamma, ln nu
//
// with a normal prior on each.
type davidson struct {
	players, anchor int
	records         []Record
}

func (d davidson) parameters() int { return d.players + 1 }
func (d davidson) gamma() int      { return d.players - 1 }
func (d davidson) nu() int         { return d.players }

// index returns which parameter is the theta of a player that is no anchor.
func (d davidson) index(player int) int {
	if player > d.anchor {
		return player - 1
	}
	return player
}

func (d davidson) theta(x []float64, player int) float64 {
	if player == d.anchor {
		return 0
	}
	return x[d.index(player)]
}

func (d davidson) at(x, gradient []float64, information *mat.SymDense) float64 {
	value := prior(x, gradient, information)
	for _, r := range d.records {
		// What the record's x depends on, and with which sign.
		var where [3]int
		var sign [3]float64
		n := 0
		for k, player := range []int{r.First, r.Second} {
			if player != d.anchor {
				where[n], sign[n] = d.index(player), float64(1-2*k)
				n++
			}
		}
		where[n], sign[n] = d.gamma(), 1
		n++
		e := expect(d.theta(x, r.First)-d.theta(x, r.Second)+x[d.gamma()], x[d.nu()])
		value += e.logLikelihood(r)
		slope, games, nu := e.slope(r), r.games(), d.nu()
		for k := range n {
			gradient[where[k]] += sign[k] * slope
			for l := range n {
				if where[k] <= where[l] {
					add(information, where[k], where[l], sign[k]*sign[l]*games*e.curve())
				}
			}
			add(information, where[k], nu, -sign[k]*games*(e.win-e.loss)*e.draw/2)
		}
		gradient[nu] += float64(r.Draws) - games*e.draw
		add(information, nu, nu, games*e.draw*(1-e.draw))
	}
	return value
}

// prior begins a sum over the records.
func prior(x, gradient []float64, information *mat.SymDense) (value float64) {
	const weight = (eloPerNat / priorElo) * (eloPerNat / priorElo)
	information.Zero()
	for i := range x {
		value -= weight * x[i] * x[i] / 2
		gradient[i] = -weight * x[i]
		information.SetSym(i, i, weight)
	}
	return value
}

func add(m *mat.SymDense, i, j int, v float64) { m.SetSym(i, j, m.At(i, j)+v) }

// expectation is how a game goes: chances for its first player.
type expectation struct {
	win, draw, loss float64
	x, lnNu, lnZ    float64
}

func expect(x, lnNu float64) expectation {
	top := max(math.Abs(x)/2, lnNu)
	z := math.Exp(x/2-top) + math.Exp(-x/2-top) + math.Exp(lnNu-top)
	lnZ := top + math.Log(z)
	return expectation{math.Exp(x/2 - lnZ), math.Exp(lnNu - lnZ), math.Exp(-x/2 - lnZ), x, lnNu, lnZ}
}

func (e expectation) logLikelihood(r Record) float64 {
	return float64(r.Wins-r.Losses)*e.x/2 + float64(r.Draws)*e.lnNu - r.games()*e.lnZ
}

// slope is the derivative of the log-likelihood by x.
func (e expectation) slope(r Record) float64 {
	return (float64(r.Wins-r.Losses) - r.games()*(e.win-e.loss)) / 2
}

// curve is the information of one game about x.
func (e expectation) curve() float64 {
	return (e.win + e.loss - (e.win-e.loss)*(e.win-e.loss)) / 4
}

// performance is the log-likelihood of one player's theta in one role.
type performance struct {
	Ratings
	player, role int
}

func (p performance) at(x, gradient []float64, information *mat.SymDense) float64 {
	value := prior(x, gradient, information)
	d := p.davidson
	for _, r := range d.records {
		sides := [2]int{r.First, r.Second}
		if sides[p.role] != p.player || sides[1-p.role] == p.player {
			continue
		}
		sign := float64(1 - 2*p.role)
		e := expect(sign*(x[0]-d.theta(p.x, sides[1-p.role]))+p.x[d.gamma()], p.x[d.nu()])
		value += e.logLikelihood(r)
		gradient[0] += sign * e.slope(r)
		add(information, 0, 0, r.games()*e.curve())
	}
	return value
}
