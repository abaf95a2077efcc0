import Hummingbird
import Logging
import NIOCore

/// What Hummingbird carries along with a request. Bellhop adds nothing to it: who calls is in ``Call``.
struct BellhopContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
