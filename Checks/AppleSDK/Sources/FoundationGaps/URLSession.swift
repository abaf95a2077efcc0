// Declarations of URLSession that swift-corelibs-foundation lacks; developer.apple.com/documentation/foundation/urlsession
// and …/urlsessionconfiguration. They take precedence over unavailable or read-only declarations there.

public import Foundation
public import FoundationNetworking

extension URLSessionConfiguration {
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }

    public var sharedContainerIdentifier: String? {
        get { nil }
        set {}
    }
    public var waitsForConnectivity: Bool {
        get { false }
        set {}
    }
    public var sessionSendsLaunchEvents: Bool {
        get { true }
        set {}
    }
    public var allowsExpensiveNetworkAccess: Bool {
        get { true }
        set {}
    }
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
}

extension URLSession {
    nonisolated(nonsending) public var allTasks: [URLSessionTask] {
        get async { await withCheckedContinuation { done in getAllTasks { done.resume(returning: $0) } } }
    }
}

extension URLSessionTask {
    public var earliestBeginDate: Date? {
        get { nil }
        set {}
    }
}
