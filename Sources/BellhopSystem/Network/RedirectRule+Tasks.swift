#if canImport(UIKit) && !os(watchOS)
package import BellhopKit
import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension RedirectRule {
    /// What a session's delegate is to answer; `nil` makes the redirect itself the response.
    package static func next(_ request: URLRequest, after task: URLSessionTask) -> URLRequest? {
        guard let original = task.originalRequest, let origin = original.url, let target = request.url,
            allows(from: origin, method: original.httpMethod ?? "GET", to: target)
        else { return nil }
        return request
    }
}
#endif
