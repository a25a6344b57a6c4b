package study

import (
	"fmt"
	"time"

	"ludens/internal/report"
)

// Forecast returns what says how long a study takes, as Events.Played: before the first
// game how many there are at most, and after some of them, which it measures, about how
// many minutes. No result depends on it. A study that is limited by time, or whose games
// were played before, has no forecast.
func Forecast(tell func(line string)) func(Stage) {
	var began time.Time
	first, most, sample := 0, 0, 0
	return func(at Stage) {
		switch {
		case began.IsZero() && at.Most > at.Played:
			began, first, most = time.Now(), at.Played, at.Most-at.Played+at.Later
			sample = min(forecastBy, max(1, (at.Most-at.Played)/10))
			tell(fmt.Sprintf("%s: %s at most", at.What, report.Count(most, "game")))
		case sample > 0 && at.Played >= first+sample:
			if left := most - sample; left > 0 {
				each := time.Since(began) / time.Duration(sample)
				tell(fmt.Sprintf("about %s more at most, by the first %s", minutes(each*time.Duration(left)), report.Count(sample, "game")))
			}
			sample = 0
		}
	}
}

// forecastBy is how many games, at most, the time of a study is measured by.
const forecastBy = 16

// minutes writes a time as people plan it.
func minutes(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", max(1, d.Seconds()))
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	}
	return fmt.Sprintf("%.1f hours", d.Hours())
}
