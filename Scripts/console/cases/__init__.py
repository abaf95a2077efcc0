"""The cases. Each has its own server, home folder and browser profile."""
