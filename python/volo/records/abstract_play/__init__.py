"""The format ``abstract-play``: game reports in the JSON schema of Abstract Play."""
