"""The format ``jsonl``: one game per line, as a JSON object."""
