import Foundation

/// The parts of a URL that rules look at.
struct WebAddress {
    /// In lower case.
    let scheme: String
    /// A user name or a password stands in it.
    let hasCredentials: Bool

    /// - Returns: `nil` unless `text` is a URL with a host.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, parts.host?.isEmpty == false else {
            return nil
        }
        self.scheme = scheme.lowercased()
        hasCredentials = parts.user != nil || parts.password != nil
    }
}
