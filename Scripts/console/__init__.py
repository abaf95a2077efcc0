"""Tests of the web console in real browsers: Chromium through Playwright, and Firefox through WebDriver BiDi."""
