#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import Foundation
public import SwiftUI

extension View {
    /// Performs `action` for each route that the user opens by a notification or a link, with the notification's
    /// payload. The tap that launched the app is included.
    ///
    /// Put it on the view that navigates. Each route is delivered once, even if several views have this modifier.
    public func onBellhopRoute(perform action: @escaping @MainActor (OpenedRoute) -> Void) -> some View {
        modifier(RouteModifier(delegate: nil, action: action))
    }
}

struct RouteModifier: ViewModifier {
    /// `nil` for the process's delegate, which may not exist before the scene is drawn.
    let delegate: BellhopAppDelegate?
    let action: @MainActor (OpenedRoute) -> Void

    func body(content: Content) -> some View {
        let delegate = delegate ?? .current
        // Observed: before the first unlock there is none yet.
        let bellhop = delegate?.bellhop
        return
            content
            .task(id: bellhop.map { ObjectIdentifier($0) }) {
                guard let bellhop else { return }
                for await opened in bellhop.routes { action(opened) }
            }
            // The system does not report links to the delegate of a scene that SwiftUI makes.
            .onOpenURL { delegate?.open($0) }
    }
}
#endif
