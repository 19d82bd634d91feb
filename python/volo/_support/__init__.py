"""What the modules of the package share and users do not see. Nothing here is about the game."""
