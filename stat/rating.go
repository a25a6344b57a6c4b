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

// points returns what First made: a draw is a half.
func (r Record) points() float64 { return float64(r.Wins) + float64(r.Draws)/2 }

// Ratings is many players on one scale.
type Ratings struct {
	Elo       []float64 // the anchor's is what was asked for
	Advantage float64   // Elo that moving first is worth
	Draws     float64   // chance of a draw between equals without that advantage

	model      bradleyTerry
	x          []float64     // as the likelihood has them, in nats
	covariance *mat.SymDense // of x
	curvature  *mat.SymDense // the inverse of the information, as if there were no draws
}

// priorElo is the width of what is thought of every parameter beforehand: so
// wide that one game outweighs it, and enough to keep the rating of a player
// who won everything finite.
const priorElo = 1500

// Rate places players on one scale by the games between them: E23 of
// docs/method.md, the model of Bradley and Terry (1952), a draw being half a win
// and half a loss, with an advantage of moving first:
//
//	expected points of First = 1 / (1 + exp(-x)),  x = theta_First - theta_Second + gamma
//
// A nat is 400/ln 10 Elo however many games are drawn, so that two players who
// met no one else are as far apart as their score says. One player is the anchor,
// whose rating is elo. Players without games get the anchor's rating and an error
// of priorElo.
func Rate(players int, records []Record, anchor int, elo float64) Ratings {
	r := Ratings{model: bradleyTerry{players, anchor, records}}
	r.x, r.curvature = maximise(r.model, r.model.parameters())
	r.covariance = r.model.sandwich(r.x, r.curvature)
	r.Draws = r.model.draws(r.x)
	r.Advantage = eloPerNat * r.x[r.model.gamma()]
	for i := range players {
		r.Elo = append(r.Elo, elo+eloPerNat*r.model.theta(r.x, i))
	}
	return r
}

// Error returns the standard error of player i's rating.
func (r Ratings) Error(i int) float64 {
	return eloPerNat * math.Sqrt(r.spread(r.covariance, i, r.model.anchor))
}

// AdvantageError returns the standard error of Advantage.
func (r Ratings) AdvantageError() float64 {
	g := r.model.gamma()
	return eloPerNat * math.Sqrt(r.covariance.At(g, g))
}

// Difference returns by how much i is above j, and the standard error of that.
func (r Ratings) Difference(i, j int) (elo, se float64) {
	return r.Elo[i] - r.Elo[j], eloPerNat * math.Sqrt(r.spread(r.covariance, i, j))
}

// Superiority returns the likelihood that i is better than j.
func (r Ratings) Superiority(i, j int) float64 { return Superiority(r.Difference(i, j)) }

// spread returns the variance of theta_i - theta_j.
func (r Ratings) spread(covariance *mat.SymDense, i, j int) float64 {
	cov := func(a, b int) float64 {
		if a == r.model.anchor || b == r.model.anchor {
			return 0
		}
		return covariance.At(r.model.index(a), r.model.index(b))
	}
	return max(0, cov(i, i)+cov(j, j)-2*cov(i, j))
}

// As returns the rating that player i's games in one role alone show, 0 for
// moving first and 1 for moving second, with its standard error; the others
// are taken at their ratings.
func (r Ratings) As(role, i int) (elo, se float64) {
	one := performance{r, i, role}
	x, curvature := maximise(one, 1)
	base := r.Elo[r.model.anchor]
	return base + eloPerNat*x[0], eloPerNat * math.Sqrt(one.variance(x[0], curvature.At(0, 0)))
}

// bradleyTerry is the log-likelihood of the parameters
//
//	theta of every player but the anchor, gamma
//
// with a normal prior on each.
type bradleyTerry struct {
	players, anchor int
	records         []Record
}

func (m bradleyTerry) parameters() int { return m.players }
func (m bradleyTerry) gamma() int      { return m.players - 1 }

// index returns which parameter is the theta of a player that is not an anchor.
func (m bradleyTerry) index(player int) int {
	if player > m.anchor {
		return player - 1
	}
	return player
}

func (m bradleyTerry) theta(x []float64, player int) float64 {
	if player == m.anchor {
		return 0
	}
	return x[m.index(player)]
}

// x returns that of a record.
func (m bradleyTerry) x(x []float64, r Record) float64 {
	return m.theta(x, r.First) - m.theta(x, r.Second) + x[m.gamma()]
}

// depends returns which parameters a record's x depends on, and with which signs.
func (m bradleyTerry) depends(r Record) (where []int, sign []float64) {
	for k, player := range []int{r.First, r.Second} {
		if player != m.anchor {
			where, sign = append(where, m.index(player)), append(sign, float64(1-2*k))
		}
	}
	return append(where, m.gamma()), append(sign, 1)
}

func (m bradleyTerry) at(x, gradient []float64, information *mat.SymDense) float64 {
	value := prior(x, gradient, information)
	for _, r := range m.records {
		where, sign := m.depends(r)
		e := expect(m.x(x, r))
		value += e.logLikelihood(r)
		for k := range where {
			gradient[where[k]] += sign[k] * e.slope(r)
		}
		spreadOut(information, where, sign, r.games()*e.curve())
	}
	return value
}

// sandwich returns the covariance of the parameters: the likelihood's, with the
// points of games for as variable as they are. Draws make them less so than wins
// and losses: by the factors of dispersions (quasi-likelihood, Wedderburn 1974).
// What is thought beforehand is no less sure for that:
//
//	C (prior + sum dispersion * information) C,  C the inverse of prior + sum information
func (m bradleyTerry) sandwich(x []float64, curvature *mat.SymDense) *mat.SymDense {
	n := m.parameters()
	meat, none := mat.NewSymDense(n, nil), make([]float64, n)
	prior(none, make([]float64, n), meat)
	for k, phi := range m.dispersions(x) {
		r := m.records[k]
		where, sign := m.depends(r)
		spreadOut(meat, where, sign, phi*r.games()*expect(m.x(x, r)).curve())
	}
	var half, whole mat.Dense
	half.Mul(curvature, meat)
	whole.Mul(&half, curvature)
	covariance := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			covariance.SetSym(i, j, whole.At(i, j))
		}
	}
	return covariance
}

// dispersions returns, for each record, the variance of a game's points relative
// to that of a game without draws, at most 1. A record with few games borrows from
// all games, and these from 1, with the weight of four games between equals.
func (m bradleyTerry) dispersions(x []float64) (phi []float64) {
	squares, variance := 0.0, 0.0
	for _, r := range m.records {
		e := expect(m.x(x, r))
		squares, variance = squares+e.squares(r), variance+r.games()*e.curve()
	}
	all := min(1, (squares+1)/(variance+1))
	for _, r := range m.records {
		e := expect(m.x(x, r))
		phi = append(phi, min(1, (e.squares(r)+all)/(r.games()*e.curve()+1)))
	}
	return phi
}

// draws returns the chance of a draw between equals: draws are taken to be as
// frequent as 4 p (1-p) times that. Without games it is 0.
func (m bradleyTerry) draws(x []float64) float64 {
	draws, most := 0.0, 0.0
	for _, r := range m.records {
		draws, most = draws+float64(r.Draws), most+4*r.games()*expect(m.x(x, r)).curve()
	}
	if draws == 0 {
		return 0
	}
	return min(1, draws/most)
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

// spreadOut adds the information v about a record's x to that about what it
// depends on.
func spreadOut(m *mat.SymDense, where []int, sign []float64, v float64) {
	for k := range where {
		for l := range where {
			if where[k] <= where[l] {
				add(m, where[k], where[l], sign[k]*sign[l]*v)
			}
		}
	}
}

// expectation is what First may expect of a game.
type expectation struct {
	points, x float64
}

func expect(x float64) expectation { return expectation{1 / (1 + math.Exp(-x)), x} }

// logLikelihood is points ln p + (games - points) ln(1-p).
func (e expectation) logLikelihood(r Record) float64 {
	return r.points()*e.x - r.games()*(max(e.x, 0)+math.Log1p(math.Exp(-math.Abs(e.x))))
}

// slope is the derivative of the log-likelihood by x.
func (e expectation) slope(r Record) float64 { return r.points() - r.games()*e.points }

// curve is the information of one game about x.
func (e expectation) curve() float64 { return e.points * (1 - e.points) }

// squares sums how far the points of the games are from what was expected.
func (e expectation) squares(r Record) float64 {
	won, drawn, lost := 1-e.points, 0.5-e.points, e.points
	return float64(r.Wins)*won*won + float64(r.Draws)*drawn*drawn + float64(r.Losses)*lost*lost
}

// performance is the log-likelihood of one player's theta in one role.
type performance struct {
	Ratings
	player, role int
}

// games calls visit with each record of the player in the role, and what is
// expected of it.
func (p performance) games(theta float64, visit func(k int, r Record, e expectation)) {
	for k, r := range p.model.records {
		sides := [2]int{r.First, r.Second}
		if sides[p.role] == p.player && sides[1-p.role] != p.player {
			visit(k, r, expect(p.sign()*(theta-p.model.theta(p.x, sides[1-p.role]))+p.x[p.model.gamma()]))
		}
	}
}

// sign is that of the player's theta in the x of a record.
func (p performance) sign() float64 { return float64(1 - 2*p.role) }

func (p performance) at(x, gradient []float64, information *mat.SymDense) float64 {
	value := prior(x, gradient, information)
	p.games(x[0], func(_ int, r Record, e expectation) {
		value += e.logLikelihood(r)
		gradient[0] += p.sign() * e.slope(r)
		spreadOut(information, []int{0}, []float64{1}, r.games()*e.curve())
	})
	return value
}

// variance is that of theta, by the sandwich of all ratings.
func (p performance) variance(theta, curvature float64) float64 {
	phi, meat := p.model.dispersions(p.x), mat.NewSymDense(1, nil)
	prior([]float64{0}, []float64{0}, meat)
	p.games(theta, func(k int, r Record, e expectation) {
		spreadOut(meat, []int{0}, []float64{1}, phi[k]*r.games()*e.curve())
	})
	return curvature * meat.At(0, 0) * curvature
}
