#if canImport(UIKit)
public import BellhopKit
import BellhopModel
import Foundation
public import SwiftUI

/// A link from a notification, shown in full before it is opened because it comes from outside; or a notification
/// without a place.
public struct ExternalLinkScreen: View {
    private let route: Route
    @Environment(\.openURL) private var openURL

    public init(_ route: Route) { self.route = route }

    public var body: some View {
        if let link = ExternalLink(route) {
            List {
                Section(Strings.current.elsewhereLink) {
                    Text(verbatim: link.text)
                        .font(.callout)
                        .textSelection(.enabled)
                    Button(Strings.current.elsewhereOpen(host: link.host)) { openURL(link.url) }
                        .frame(minHeight: 44)
                }
            }
        } else {
            ContentUnavailableView(
                Strings.current.elsewhereNothing, systemImage: "questionmark.folder",
                description: Text(verbatim: Strings.current.elsewhereNothingWhy))
        }
    }
}

/// A link that the user may open: with `https`, and without a user name that could be mistaken for a host.
struct ExternalLink: Hashable, Sendable {
    let url: URL
    let host: String
    /// The whole link.
    let text: String

    /// - Returns: `nil` for every other link: other schemes act in other apps.
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
#endif
