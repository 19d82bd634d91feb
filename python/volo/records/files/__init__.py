"""Input and output files: paths, file objects and compression."""
