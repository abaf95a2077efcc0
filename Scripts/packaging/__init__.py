"""Packages of the built programs: an archive, and a package for Debian."""
