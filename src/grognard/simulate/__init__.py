"""Many games: matches, ladders, studies, calibration; on one machine or many."""
