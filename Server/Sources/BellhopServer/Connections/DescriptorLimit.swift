import BellhopFoundation
public import Logging

/// The number of files and sockets that this process may have open.
public enum DescriptorLimit {
    /// The soft limit in force; at most 2^20, which is more than the server needs.
    public static var current: Int { Int(min(soft, 1 << 20)) }

    /// The soft limit in force.
    static var soft: UInt64 { read().soft }

    /// Raises the soft limit to the hard limit, and logs the result.
    ///
    /// - Returns: the limit in force afterwards.
    @discardableResult
    public static func raise(logger: Logger) -> Int {
        let (soft, hard) = read()
        if soft < hard {
            // Darwin refuses more than OPEN_MAX (10,240), regardless of the hard limit.
            for wanted in [hard, min(hard, 10_240)] where wanted > soft {
                if set(soft: wanted, hard: hard) { break }
            }
        }
        let limit = current
        let metadata: Logger.Metadata = ["before": "\(soft)", "now": "\(limit)"]
        if limit < 1024 {
            logger.warning("The limit of open files is low: raise the hard limit (ulimit -Hn)", metadata: metadata)
        } else if Int(min(soft, 1 << 20)) != limit {
            logger.info("Raised the limit of open files", metadata: metadata)
        }
        return limit
    }

    private static func read() -> (soft: UInt64, hard: UInt64) {
        var limits = rlimit()
        #if canImport(Glibc)
        let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
        let result = getrlimit(RLIMIT_NOFILE, &limits)
        #endif
        return result == 0 ? (UInt64(limits.rlim_cur), UInt64(limits.rlim_max)) : (1024, 1024)
    }

    private static func set(soft: UInt64, hard: UInt64) -> Bool {
        var limits = rlimit(rlim_cur: .init(soft), rlim_max: .init(hard))
        #if canImport(Glibc)
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0
        #else
        return setrlimit(RLIMIT_NOFILE, &limits) == 0
        #endif
    }
}
