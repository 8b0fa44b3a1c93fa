"""``python -m montmort`` is the command ``montmort``."""

from .interfaces.cli import main

if __name__ == "__main__":
    main()
