"""What people touch: the command line, the terminal, plots. They know no game by name."""
