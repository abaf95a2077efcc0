"""Tests of the web console in Chromium, driven by Playwright, and of its pushes in Firefox."""
