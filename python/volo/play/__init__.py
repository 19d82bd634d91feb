"""The page of ``volo play``, and the server of its files on this machine. The command is the way to use it."""
