import BellhopKit
import BellhopModel
import Foundation

/// A link of a notification that a person may decide to open: to a web site, encrypted, without a user name that could
/// pass for a host.
struct OutsideLink: Hashable, Sendable {
    let url: URL
    let host: String
    /// All of it, with nothing hidden.
    let text: String

    /// - Returns: `nil` for whatever else: other schemes do things in other apps.
    init?(_ route: Route) {
        guard case .link(let link) = route, link.utf8.count <= 2048,
            link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: link), url.scheme?.lowercased() == "https", url.user == nil,
            let host = url.host, !host.isEmpty
        else { return nil }
        self.url = url
        self.host = host
        text = DisplayText.paragraph(link, characters: 2048)
    }
}
