#if canImport(UIKit) && !os(watchOS)
package import BellhopKit

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

extension RedirectRule {
    /// What a session's delegate is to answer; `nil` makes the redirect itself the response.
    package static func next(_ request: URLRequest, after task: URLSessionTask) -> URLRequest? {
        guard let original = task.originalRequest, let origin = original.url, let target = request.url,
            allows(from: origin.absoluteString, method: original.httpMethod ?? "GET", to: target.absoluteString)
        else { return nil }
        return request
    }
}
#endif
