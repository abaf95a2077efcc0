"""Tests of the web console in Chromium, driven by Playwright."""
