"""Tests of the checks, each with a broken tree, and of Scripts/setup on incomplete machines."""
