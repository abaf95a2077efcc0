extension Bellhop {
    /// There is time in the background: sends what waits, without waiting for its time.
    public func sendWaiting() async { await flush() }
}
