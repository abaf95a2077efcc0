/// Stops a debug build: the kit did what the real thing would not take, and a test must not pass over that.
func complain(_ what: String) { assertionFailure("BellhopTesting: " + what) }
