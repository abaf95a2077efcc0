/// A lock around values of a class. `Mutex` would need iOS 18, and `NSLock` all of Foundation on Linux.
public final class Lock: @unchecked Sendable {
    #if canImport(CryptoKit)
    private let lock = NSLock()

    public init() {}

    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }
    #else
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    public init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
    #endif
}
