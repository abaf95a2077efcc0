#if canImport(UIKit)
public import BellhopKit
public import SwiftUI

/// A notification led to something that is not Bellhop's to show. A link is shown whole before it is opened: it comes
/// from outside.
public struct ElsewhereScreen: View {
    private let route: Route
    @Environment(\.openURL) private var openURL

    public init(_ route: Route) { self.route = route }

    public var body: some View {
        if let link = OutsideLink(route) {
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
#endif
