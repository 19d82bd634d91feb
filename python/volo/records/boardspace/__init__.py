"""The format ``boardspace``: SGF as the site Boardspace writes it."""
