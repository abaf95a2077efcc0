import Hummingbird
import Logging
import NIOCore

/// What Hummingbird carries along with a request, and the connection it came on. The caller is in ``Call``.
struct BellhopContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = source.channel
    }
}
