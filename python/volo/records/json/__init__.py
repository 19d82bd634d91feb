"""Strict JSON: parsing, splitting files into documents, and errors with locations."""
