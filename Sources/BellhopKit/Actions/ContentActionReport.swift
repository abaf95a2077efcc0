/// What came of a ``ContentAction``, for the person whose tap it was.
public struct ContentActionReport: Hashable, Sendable {
    public enum Result: Hashable, Sendable {
        case done
        /// The app's backend said no, and why.
        case refused(message: String)
        /// The backend could not be reached before ``ContentAction/expiresAt``; nothing was done after it.
        case expired
        /// It is tried again. When it could not be kept, it is lost if the app is ended before.
        case waiting(isKept: Bool)
    }

    public let action: ContentAction
    public let result: Result

    public init(action: ContentAction, result: Result) {
        self.action = action
        self.result = result
    }
}

extension ContentActionReport {
    init(_ report: ErrandReport<ContentAction>) {
        action = report.errand.cargo
        result =
            switch report.news {
            case .ended(.done): .done
            case .ended(.refused(let message)): .refused(message: message)
            case .ended(.expired): .expired
            case .waiting(let isKept): .waiting(isKept: isKept)
            }
    }
}
