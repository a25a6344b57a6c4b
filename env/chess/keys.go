package chess

import (
	"ludens/env"
	"ludens/env/variant"
)

// Keys are what the files of the family say. Regions are squares and whole lines,
// "d4 e4 *8 a*": * stands for all files or all ranks. A region is First's; Second's is
// its image top to bottom, unless a key of his own says otherwise.
type Keys struct {
	Board  string         `toml:"board" fixed:"yes" help:"a drawing of the start, a line for each rank from the top: capital letters are First's men, small ones Second's, . is an empty square, # no square; 3 to 12 ranks and files"`
	Men    map[string]Man `toml:"men" help:"the kinds of men, by their capital letters: [men.Q]; with like, a table contains only the differences"`
	First  string         `toml:"first" unseen:"yes" values:"white black" help:"who moves first"`
	Hand   string         `toml:"hand" fixed:"yes" help:"men in hand at the start: capital letters First's, small ones Second's"`
	Begins string         `toml:"begin_promoted" fixed:"yes" help:"squares of men who are promoted already at the start"`

	Shuffle string `toml:"shuffle" fixed:"yes" help:"a region of First's: before each game the men there are shuffled"`
	Draw    string `toml:"draw" unseen:"yes" values:"mirror independent central" help:"where Second's men stand after shuffle: mirrored, shuffled separately, or rotated by half a turn"`

	Promotion           string `toml:"promotion" fixed:"yes" help:"region where men are promoted; default: the last rank"`
	PromotionSecond     string `toml:"promotion_second" fixed:"yes" help:"Second's region of promotion"`
	PromotionBegins     bool   `toml:"promotion_begins" help:"a move that begins in the region promotes, too, as in shogi"`
	PromotionCaptures   bool   `toml:"promotion_captures" help:"only a capture promotes"`
	Demotes             bool   `toml:"demotes" help:"a promoted man is again what he was by a move that would promote him: men who change with each move"`
	NoStuck             bool   `toml:"no_stuck" help:"no man may go, or be dropped, where it could never move again"`
	Castling            string `toml:"castling" fixed:"yes" help:"pairs of moves from square to square, first the king's and then the rook's, with commas between: e1g1 h1f1, e1c1 a1d1; Second's are the mirror images if the same men stand there, otherwise list them too; with shuffle the men castle from where they are drawn"`
	CastlingMirrored    bool   `toml:"castling_mirrored" help:"Second's castlings are the images of First's; false: those that are listed are all"`
	CastlingOpposite    bool   `toml:"castling_opposite" help:"who castles takes the castling towards the same edge from the other"`
	CastlingDropped     string `toml:"castling_dropped" fixed:"yes" help:"letters of two kinds, KR: men of these who stand on the squares of castling, one of them dropped there last, may castle as if neither had moved"`
	PassingRegion       string `toml:"passing_region" fixed:"yes" help:"region where First's men capture in passing; default: all squares, - for none"`
	PassingRegionSecond string `toml:"passing_region_second" fixed:"yes" help:"where Second's do"`
	MustCapture         bool   `toml:"must_capture" help:"captures are compulsory"`
	Checking            bool   `toml:"checking" help:"a move may give check"`
	Royals              string `toml:"royals" values:"each last all" help:"which royal men may not be left attacked: each, only the last one, or not all at once"`
	RoyalMost           int    `toml:"royal_most" min:"0" max:"144" help:"men of a royal kind are royal only while their side has at most this many of the kind on the board; 0: always"`
	NoFlight            bool   `toml:"no_flight" help:"a royal man who is attacked may not step aside: he captures the attacker, or another man helps"`
	Facing              bool   `toml:"facing" help:"royal men attack each other along an open file, as in xiangqi"`
	FacingRanks         bool   `toml:"facing_ranks" help:"they do so along an open rank, too"`
	Blast               bool   `toml:"blast" help:"a capture explodes: the capturer and the men on the squares around are removed, too, as in atomic chess"`
	Trail               bool   `toml:"trail" help:"the square that a man leaves is closed for good"`
	Walls               string `toml:"walls" values:"no arrow static duck" help:"the second half of each turn: the mover closes an empty square for good, one to which the man who has moved could go on (arrow) or any (static), or any until the next one is closed (duck)"`
	WallRegion          string `toml:"wall_region" fixed:"yes" help:"region where First closes squares; default: all"`
	WallRegionSecond    string `toml:"wall_region_second" fixed:"yes" help:"where Second does"`
	Pass                string `toml:"pass" values:"no stalemate always" help:"whether a player may pass: not, only without another legal move, or at any time; the game is a draw when both have passed"`

	Drops              bool   `toml:"drops" help:"a man in hand may be dropped on an empty square instead of a move"`
	CapturesToHand     bool   `toml:"captures_to_hand" help:"captured men go into the capturer's hand"`
	KeepsPromotion     bool   `toml:"keeps_promotion" help:"a promoted man who is captured keeps his promotion in the hand"`
	MustDrop           bool   `toml:"must_drop" help:"a player who can drop a man must"`
	DropChecks         bool   `toml:"drop_checks" help:"a drop may give check"`
	DropPromoted       bool   `toml:"drop_promoted" help:"a man may be dropped as what he is promoted to, too"`
	DropOnto           string `toml:"drop_onto" values:"any stack edge" help:"where a man may be dropped: on any empty square, on the lowest one of a file, or on the first one of a line from an edge"`
	DropRegion         string `toml:"drop_region" fixed:"yes" help:"region where men are dropped; default: all squares"`
	DropRegionSecond   string `toml:"drop_region_second" fixed:"yes" help:"Second's region of drops"`
	Checkmate          string `toml:"checkmate" values:"loss draw win" help:"result for the player who is checkmated"`
	MateChecks         string `toml:"mate_checks" fixed:"yes" help:"letters of kinds: a checkmate is a draw if none of the checks of the unbroken series that it ends was by a man of these, as in shatar; empty or -: any checks mate"`
	MateLoses          string `toml:"mate_loses" fixed:"yes" help:"letters of kinds: who checkmates by men of these alone has lost"`
	Stalemate          string `toml:"stalemate" values:"draw loss win fewer more" help:"result for the player without a legal move who is not in check; fewer or more: who has fewer or more men wins"`
	Extinction         string `toml:"extinction" values:"no loss win draw" help:"result for the player with at most extinction_count men of a kind in extinction_men; it comes before goals, checks and connections of the same move"`
	ExtinctionMen      string `toml:"extinction_men" fixed:"yes" help:"letters of the kinds; * for all men together, which with a count of 1 is the rule of the bare king"`
	ExtinctionCount    int    `toml:"extinction_count" min:"0" max:"20" help:"a side with at most this many men has too few"`
	ExtinctionOpponent int    `toml:"extinction_opponent" min:"0" max:"20" help:"the other side must have at least this many of them"`
	ExtinctionReply    bool   `toml:"extinction_reply" help:"a player with too few may still do the same to the other with his next move, if one capture is enough"`
	Connect            int    `toml:"connect" min:"0" max:"12" help:"a player with this many men side by side in a line has connected; 0: they are not counted"`
	ConnectSquare      int    `toml:"connect_square" min:"0" max:"12" help:"likewise a square of men with this many on each side"`
	ConnectApart       bool   `toml:"connect_apart" help:"the men of a line need not be neighbours"`
	ConnectLines       string `toml:"connect_lines" values:"all straight" help:"which lines count: all, or ranks and files"`
	ConnectMen         string `toml:"connect_men" fixed:"yes" help:"letters of the kinds that connect; default: all"`
	ConnectResult      string `toml:"connect_result" values:"win loss draw" help:"result for the player who has connected"`

	Goal          string `toml:"goal" fixed:"yes" help:"region: a player who has a man there wins"`
	GoalSecond    string `toml:"goal_second" fixed:"yes" help:"Second's region to be reached"`
	GoalMen       string `toml:"goal_men" fixed:"yes" help:"letters of the kinds that count there; * for all"`
	GoalMenSecond string `toml:"goal_men_second" fixed:"yes" help:"those of Second's; default: the same"`
	GoalCount     int    `toml:"goal_count" min:"1" max:"20" help:"how many of them must be there"`
	GoalSafe      bool   `toml:"goal_safe" help:"men win on the goal only while they are not attacked; with goal_reply attacked ones win, too, if they are still there when their side is to move again"`
	GoalBlocked   bool   `toml:"goal_blocked" help:"one man on the goal is enough when all its squares are taken"`
	GoalReply     bool   `toml:"goal_reply" help:"men win who are still on the goal when their side is to move again. Where only royal men count: if White reaches the goal and Black, not in check, can reach it with his next move, Black gets this move, and the game is then a draw"`
	Checks        int    `toml:"checks" min:"0" max:"20" help:"a player who has given this many checks has won; 0: they are not counted"`

	Repetition       int    `toml:"repetition" min:"0" max:"20" help:"the game ends at this occurrence of a position; 0: never"`
	RepetitionResult string `toml:"repetition_result" values:"draw loss win first second" help:"result for the player who causes it; first or second: who wins then"`
	PerpetualCheck   bool   `toml:"perpetual_check" help:"a repetition in which one side gave check by each of its moves is a loss for it"`
	Clock            int    `toml:"clock" min:"0" max:"10000" unit:"plies" help:"a draw after this many plies without a capture or a move of clock_men; 0: never"`
	ClockMen         string `toml:"clock_men" fixed:"yes" help:"letters of the kinds whose moves start the clock again, but for those that can be taken back; with @ every drop, too; default: the kinds that promote"`
	Counting         string `toml:"counting" values:"no makruk cambodian asean" help:"the counting rules of Southeast Asia: a side with few men counts its moves, and draws if it is not checkmated in time"`
	CountingMen      string `toml:"counting_men" fixed:"yes" help:"letters of rook, khon and knight, by whose numbers these rules set the limit: RSN"`
	DrawOdds         string `toml:"draw_odds" values:"no first second" help:"who wins a game that would be a draw"`
	Insufficient     string `toml:"insufficient" help:"the game is a draw if besides royal men only one man of these kinds is left: letters, - for none; empty: never"`
	Sides            string `toml:"sides" fixed:"yes" help:"what the sides are called, First before Second, as in Red Black; default: White Black"`
	Cap              int    `toml:"cap" unseen:"yes" min:"1" max:"65535" unit:"plies" help:"length limit; a game is then cut off without a winner"`
}

// Man is what a file says of a kind of men.
type Man struct {
	Name             string `toml:"name" help:"its name: chancellor"`
	Moves            string `toml:"moves" help:"its moves in Betza's notation, as in RN; Sissa is an atom by its name"`
	Royal            bool   `toml:"royal" help:"a player who cannot save it from capture is checkmated"`
	Promotes         string `toml:"promotes" help:"letters of the kinds that it may become in the region of promotion"`
	PromotesSecond   string `toml:"promotes_second" help:"those of Second's men; default: the same, - for none"`
	Choice           string `toml:"choice" values:"must may" help:"whether it must be promoted there or may be; default: must"`
	Limit            int    `toml:"limit" min:"0" max:"144" help:"no man becomes one if its side has this many of them; 0: no limit"`
	Initial          string `toml:"initial" help:"region from where its moves with i can be made; default: the start squares of its kind"`
	InitialSecond    string `toml:"initial_second" help:"that of Second's"`
	InitialFar       string `toml:"initial_far" help:"region for those of three squares and more; default: the same"`
	InitialFarSecond string `toml:"initial_far_second" help:"that of Second's"`
	Stays            string `toml:"stays" help:"region that it does not leave: a palace, a half of the board"`
	StaysSecond      string `toml:"stays_second" help:"that of Second's"`
	Avoids           string `toml:"avoids" help:"region that it attacks, but does not enter, unless it is promoted there"`
	AvoidsSecond     string `toml:"avoids_second" help:"that of Second's"`
	Spares           string `toml:"spares" help:"letters of the kinds that it does not capture"`
	Explodes         string `toml:"explodes" values:"always captures never" help:"with blast: whether it is removed by any explosion, only when it captures or is captured, or not even when it captures"`
	Petrifies        bool   `toml:"petrifies" help:"when it captures it turns into a wall: it is gone, and its square is closed for good"`
	DropsIn          string `toml:"drops_in" help:"region where it is dropped, within that of all men"`
	DropsInSecond    string `toml:"drops_in_second" help:"that of Second's"`
	OneAFile         bool   `toml:"one_a_file" help:"it is not dropped on a file where its side has one, as a pawn of shogi"`
	MostAFile        int    `toml:"most_a_file" min:"0" max:"12" help:"it is not dropped on a file where its side has this many; 0: no limit"`
	NoMate           bool   `toml:"no_mate" help:"its drop may not checkmate, as that of a pawn of shogi"`
	Worth            int    `toml:"worth" min:"0" max:"99" unit:"pawns" help:"its value; 0: by its mobility, with 5 for a rook"`
	Figure           string `toml:"figure" values:"pawn knight bishop rook queen king chancellor archbishop dragonhorse sissa disc crowned mitre crown cross ring tile token" help:"its figure; default: by its name, or a free figure"`
	Outline          string `toml:"outline" help:"a drawing instead: the d attribute of an SVG path, in a square of 45 by 45, without arcs"`
	Sign             string `toml:"sign" help:"a character that its tile or token carries, or two, the second one for Second: 帥將 (shogi and xiangqi)"`
	Within           string `toml:"within" help:"region of First's where shuffle puts it"`
	Colours          bool   `toml:"colours" help:"shuffle puts two of them on squares of two colours; where men are dropped, each colour has as many of them, and others leave them room"`
	Between          string `toml:"between" help:"letter of the kind of which shuffle puts one to its left and one to its right: with castling the king's, that of the rooks"`
	Converts         bool   `toml:"converts" help:"bishops conversion rule: of two that start on one colour, one changes it by its first move, a step along a rank or file"`
}

// Rules returns the keys with their defaults: chess without castling and without men.
func Rules() any {
	return &Keys{
		First: "white", Draw: "mirror", Checking: true, Royals: "each", CastlingMirrored: true, DropChecks: true, Pass: "no", Walls: "no", DropOnto: "any",
		Checkmate: "loss", Stalemate: "draw", Extinction: "no", GoalCount: 1,
		ConnectLines: "all", ConnectResult: "win", Counting: "no", DrawOdds: "no",
		Repetition: 3, RepetitionResult: "draw", Clock: 100, Cap: 400,
	}
}

// Features implements env.Featured: all options but who moves first, what is drawn and
// the cap.
func (g *Game) Features() []env.Feature { return variant.Features(&g.keys) }
