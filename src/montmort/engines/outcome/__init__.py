"""Who wins, who loses, or a draw: any game of two players in which nothing is hidden."""
