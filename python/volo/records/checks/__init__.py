"""Checks that the two JSON formats share: moves, results and tags against the rules."""
