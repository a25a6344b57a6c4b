package chess

// Keys are what the files of the family say. Regions are squares and whole lines,
// "d4 e4 *8 a*": * stands for all files or all ranks. A region is First's; Second's is
// its image top to bottom, unless a key of his own says otherwise.
type Keys struct {
	Board string         `toml:"board" fixed:"yes" help:"a drawing of the start, a line for each rank from the top: capital letters are First's men, small ones Second's, . is an empty square, # no square; 3 to 12 ranks and files"`
	Men   map[string]Man `toml:"men" help:"the kinds of men, by their capital letters: [men.Q]; in a file that is like another a table says only what differs"`
	First string         `toml:"first" unseen:"yes" values:"white black" help:"who moves first"`
	Hand  string         `toml:"hand" fixed:"yes" help:"men in hand at the start: capital letters First's, small ones Second's"`

	Shuffle string `toml:"shuffle" fixed:"yes" help:"a region of First's: the men that stand there are put there anew before each game, in an order that is drawn"`
	Draw    string `toml:"draw" unseen:"yes" values:"mirror independent central" help:"where Second's men stand after shuffle: opposite to First's of their kind, in an order of their own, or as a half turn of the board puts them"`

	Promotion       string `toml:"promotion" fixed:"yes" help:"region where men are promoted; it is the last rank where nothing is said"`
	PromotionSecond string `toml:"promotion_second" fixed:"yes" help:"Second's region of promotion"`
	PromotionBegins bool   `toml:"promotion_begins" help:"a move that begins in the region promotes, too, as in shogi"`
	NoStuck         bool   `toml:"no_stuck" help:"no man may go, or be dropped, where it could never move again"`
	Castling        string `toml:"castling" fixed:"yes" help:"pairs of moves from square to square, first the king's and then the rook's, with commas between: e1g1 h1f1, e1c1 a1d1; Second's are their images top to bottom where the same men stand, or written besides"`
	MustCapture     bool   `toml:"must_capture" help:"who can capture must"`
	Checking        bool   `toml:"checking" help:"a move may give check"`
	Royals          string `toml:"royals" values:"each last all" help:"which royal men may not be left attacked: each of them, the last that is left, or not all of them at once"`
	Facing          bool   `toml:"facing" help:"royal men attack each other along an open file, as in xiangqi"`

	Drops              bool   `toml:"drops" help:"a man in hand may be put down on an empty square in place of a move"`
	CapturesToHand     bool   `toml:"captures_to_hand" help:"who captures a man has it in hand"`
	KeepsPromotion     bool   `toml:"keeps_promotion" help:"a promoted man who is captured stays what he became, and is not again what he was"`
	MustDrop           bool   `toml:"must_drop" help:"who has a man in hand must put one down"`
	DropRegion         string `toml:"drop_region" fixed:"yes" help:"region where men are dropped; all squares where nothing is said"`
	DropRegionSecond   string `toml:"drop_region_second" fixed:"yes" help:"Second's region of drops"`
	Checkmate          string `toml:"checkmate" values:"loss draw win" help:"what it is to be checkmated"`
	Stalemate          string `toml:"stalemate" values:"draw loss win" help:"what it is to have no legal move and not to be in check"`
	Extinction         string `toml:"extinction" values:"no loss win" help:"what it is to be left with extinction_count men of a kind of extinction_men"`
	ExtinctionMen      string `toml:"extinction_men" fixed:"yes" help:"letters of the kinds; * for all men together, which with a count of 1 is the rule of the bare king"`
	ExtinctionCount    int    `toml:"extinction_count" min:"0" max:"20" help:"a side with at most this many men has too few"`
	ExtinctionOpponent int    `toml:"extinction_opponent" min:"0" max:"20" help:"the other side must have at least this many of them"`
	ExtinctionReply    bool   `toml:"extinction_reply" help:"who is left with too few may still do the same to the other with his next move, if one capture is enough"`

	Goal       string `toml:"goal" fixed:"yes" help:"region: who has brought a man there has won"`
	GoalSecond string `toml:"goal_second" fixed:"yes" help:"Second's region to be reached"`
	GoalMen    string `toml:"goal_men" fixed:"yes" help:"letters of the kinds that count there; * for all"`
	GoalCount  int    `toml:"goal_count" min:"1" max:"20" help:"how many of them must be there"`
	GoalReply  bool   `toml:"goal_reply" help:"when White is there and Black can be there by his next move, he has that move, and it is a draw if he is"`
	Checks     int    `toml:"checks" min:"0" max:"20" help:"a player who has given this many checks has won; 0: they are not counted"`

	Repetition       int    `toml:"repetition" min:"0" max:"20" help:"the game ends when a position occurs so often; 0: never"`
	RepetitionResult string `toml:"repetition_result" values:"draw loss win" help:"what that is for who brings it about"`
	Clock            int    `toml:"clock" min:"0" max:"10000" unit:"plies" help:"a draw after this many plies without a capture or a move of clock_men; 0: never"`
	ClockMen         string `toml:"clock_men" fixed:"yes" help:"letters of the kinds whose moves start the clock again, with @ every drop, too; where nothing is said, those that are promoted"`
	Insufficient     string `toml:"insufficient" help:"a draw when besides royal men no more is left than one of these kinds: letters, - for none of them; nothing: never"`
	Cap              int    `toml:"cap" unseen:"yes" min:"1" max:"65535" unit:"plies" help:"a game is cut off after this many plies, without a winner"`
}

// Man is what a file says of a kind of men.
type Man struct {
	Name     string `toml:"name" help:"what it is called: chancellor"`
	Moves    string `toml:"moves" help:"its moves in Betza's notation, as in RN; Sissa is an atom by its name"`
	Royal    bool   `toml:"royal" help:"who cannot save it from capture is checkmated"`
	Promotes string `toml:"promotes" help:"letters of the kinds that it may become in the region of promotion"`
	Choice   string `toml:"choice" values:"must may" help:"whether it must be promoted there or may be; it must where nothing is said"`
	Limit    int    `toml:"limit" min:"0" max:"144" help:"no man becomes one if its side has this many of them; 0: no limit"`
	Initial  string `toml:"initial" help:"region from where its moves with i can be made; where nothing is said, the squares where men of its kind stand at the start"`
	Stays    string `toml:"stays" help:"region that it does not leave: a palace, a half of the board"`
	DropsIn  string `toml:"drops_in" help:"region where it is dropped, within that of all men"`
	OneAFile bool   `toml:"one_a_file" help:"it is not dropped on a file where its side has one, as a pawn of shogi"`
	NoMate   bool   `toml:"no_mate" help:"its drop may not checkmate, as that of a pawn of shogi"`
	Worth    int    `toml:"worth" min:"0" max:"99" unit:"pawns" help:"what it counts; 0: by its mobility, a rook being 5"`
	Figure   string `toml:"figure" values:"pawn knight bishop rook queen king chancellor archbishop dragonhorse sissa disc crowned mitre crown cross ring" help:"how it is drawn; where nothing is said, by its name, or with a figure that is left"`
	Outline  string `toml:"outline" help:"a drawing of its own instead: what the d of an SVG's path says, in a square of 45 by 45, without arcs"`
	Within   string `toml:"within" help:"region of First's where shuffle puts it"`
	Colours  bool   `toml:"colours" help:"shuffle puts two of them on squares of two colours"`
	Converts bool   `toml:"converts" help:"bishops conversion rule: of two that start on one colour one changes it by its first move, a step along a rank or file"`
}

// Rules returns the keys with their defaults: chess without castling and without men.
func Rules() any {
	return &Keys{
		First: "white", Draw: "mirror", Checking: true, Royals: "each",
		Checkmate: "loss", Stalemate: "draw", Extinction: "no", GoalCount: 1,
		Repetition: 3, RepetitionResult: "draw", Clock: 100, Cap: 400,
	}
}
