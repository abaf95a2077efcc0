import BellhopModel
import Testing

@testable import BellhopServer

@Suite("Hosts and rates")
struct AccessTests {
    @Test(
        "The server answers for its own address, with and without port, and for IPv6 in brackets",
        arguments: ["localhost:8787", "127.0.0.1", "[::1]:8787", "[2001:db8::1]:8787", "[2001:DB8::1]", "push.example"])
    func ownHosts(authority: String) {
        #expect(HostCheck(names: ["2001:db8::1", "Push.example"]).allows(authority))
    }

    @Test(
        "A request for another host is refused",
        arguments: [
            nil, "", "evil.example", "localhost.evil.example", "[2001:db8::2]", "2001", "[::1", "localhost:80@evil",
            "[::1].evil", "localhost:80:80", "evil@localhost", "localhost, evil",
        ])
    func otherHosts(authority: String?) {
        #expect(!HostCheck(names: ["2001:db8::1"]).allows(authority))
    }

    @Test("With a rate of zero a key is refused with a Retry-After of one hour")
    func noRate() {
        let limiter = RateLimiter<KeyID>(.init(burst: 0, perSecond: 0))
        #expect(limiter.take(for: .make(at: Timestamp(seconds: 1)), at: Timestamp(seconds: 1)) == 3600)
    }

    @Test("A burst passes at once, and then only the configured rate")
    func rate() {
        let limiter = RateLimiter<KeyID>(.init(burst: 2, perSecond: 0.5))
        let key = KeyID.make(at: Timestamp(seconds: 1))
        let taken = [1, 1, 1, 3].map { limiter.take(for: key, at: Timestamp(seconds: $0)) }
        #expect(taken == [nil, nil, 2, nil])
    }
}
