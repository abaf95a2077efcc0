import BellhopModel

/// What kind of news a call of `notify` brings.
enum NoticeLevel: String, CaseIterable {
    case info, success, error

    /// `nil` for the server's own choice.
    var category: CategoryID? {
        switch self {
        case .info: nil
        case .success: .taskComplete
        case .error: .taskError
        }
    }
}
