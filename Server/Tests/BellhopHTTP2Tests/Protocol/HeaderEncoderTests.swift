import NIOCore
import NIOHPACK
import Testing

@testable import BellhopHTTP2

@Suite("Header encoding", .timeLimit(.minutes(10)))
struct HeaderEncoderTests {
    /// An encoder, and swift-nio-http2's decoder as its peer.
    private struct Pair {
        var encoder = HeaderEncoder()
        var decoder: HPACKDecoder

        init(tableSize: Int = 4096) {
            decoder = HPACKDecoder(allocator: .init(), maxDynamicTableSize: tableSize)
            if tableSize != 4096 { encoder.setMaximumTableSize(tableSize) }
        }

        mutating func encode(_ request: HTTP2Request) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: HeaderEncoder.maximumSize(request))
            let count = bytes.withUnsafeMutableBytes { memory in
                memory.baseAddress.map { encoder.encode(request, into: $0) } ?? 0
            }
            return Array(bytes[..<count])
        }

        /// - Returns: The size of the block.
        @discardableResult
        mutating func exchange(_ request: HTTP2Request) throws -> Int {
            let bytes = encode(request)
            var block = ByteBuffer(bytes: bytes)
            let decoded = try decoder.decodeHeaders(from: &block).map { HTTP2Field($0.name, $0.value) }
            let fields = request.shared.fields + [HTTP2Field(":path", request.head.path)] + request.head.fields
            #expect(Set(decoded) == Set(fields))
            #expect(decoded.count == fields.count)
            return bytes.count
        }
    }

    private func shared(_ token: String, topic: String = "com.example.app") -> HTTP2SharedFields {
        HTTP2SharedFields(
            method: "POST", authority: "api.push.apple.com",
            [HTTP2Field("authorization", token), HTTP2Field("apns-topic", topic)])
    }

    private func request(_ shared: HTTP2SharedFields, _ number: Int = 0) -> HTTP2Request {
        HTTP2Request(shared, path: "/3/device/\(number)", fields: [HTTP2Field("apns-id", "\(number)")])
    }

    @Test("sends shared fields once, then their indexes")
    func indexes() throws {
        var pair = Pair()
        let fields = shared(String(repeating: "t", count: 200))
        #expect(try pair.exchange(request(fields)) > 250)
        // 13 bytes of :path, 10 of apns-id, and one for each shared field.
        for _ in 0..<3 { #expect(try pair.exchange(request(fields)) == 13 + 11 + 5) }
        // Equal fields of another object use the same entries.
        #expect(try pair.exchange(request(shared(String(repeating: "t", count: 200)))) == 13 + 11 + 5)
    }

    @Test("follows a change of the token, and of the indexes that it causes")
    func tokens() throws {
        var pair = Pair()
        let topics = ["a", "b", "c"]
        var fields = topics.map { shared("bearer 1", topic: $0) }
        for round in 0..<40 {
            if round.isMultiple(of: 10) { fields = topics.map { shared("bearer \(round)", topic: $0) } }
            try pair.exchange(request(fields[round % 3], round))
        }
    }

    @Test("evicts entries when the table is full, and stays correct", arguments: [0, 31, 64, 100, 300, 1000, 4096])
    func eviction(tableSize: Int) throws {
        var pair = Pair(tableSize: tableSize)
        var generator = SplitMix(state: UInt64(tableSize))
        let pool = (0..<60).map { shared("bearer \($0 / 10)", topic: String(repeating: "x", count: $0)) }
        for number in 0..<1000 {
            try pair.exchange(request(pool[Int.random(in: 0..<60, using: &generator)], number))
        }
    }

    @Test("announces a smaller table and its later growth in the next block")
    func resizing() throws {
        var pair = Pair()
        try pair.exchange(request(shared("bearer 1")))
        pair.encoder.setMaximumTableSize(0)
        pair.encoder.setMaximumTableSize(2000)
        // 0x20 is the size 0, 0x3F begins the size 2000.
        let bytes = pair.encode(request(shared("bearer 1")))
        #expect(bytes.first == 0x20)
        #expect(bytes[1] == 0x3F)
        var block = ByteBuffer(bytes: bytes)
        #expect(try pair.decoder.decodeHeaders(from: &block).first(name: "authorization") == "bearer 1")
        try pair.exchange(request(shared("bearer 1")))
        // A larger table than the default is not used.
        pair.encoder.setMaximumTableSize(4096)
        pair.encoder.setMaximumTableSize(100_000)
        try pair.exchange(request(shared("bearer 2")))
    }

    @Test("writes long values and names", arguments: [0, 126, 127, 128, 254, 255, 256, 3000, 16_000])
    func lengths(length: Int) throws {
        var pair = Pair()
        pair.decoder.maxHeaderListSize = 1 << 20
        let text = String(repeating: "v", count: length)
        let fields = HTTP2SharedFields(
            method: "PUT", authority: "a", [HTTP2Field("x", text), HTTP2Field("user-agent", text)])
        for _ in 0..<3 {
            try pair.exchange(HTTP2Request(fields, path: "/" + text, fields: [HTTP2Field("content-type", text)]))
        }
    }

    @Test("continues a block that is larger than a frame in CONTINUATION")
    func continuation() throws {
        var connection = ScriptedConnection()
        let text = String(repeating: "v", count: 40_000)
        try connection.send(HTTP2Request(ScriptedConnection.shared, path: "/", fields: [HTTP2Field("x", text)]))
        let frames = connection.takeFrames()
        #expect(frames.map(\.type) == [.headers, .continuation, .continuation])
        #expect(frames.map(\.flags) == [Flag.endStream, 0, Flag.endHeaders])
        #expect(frames.allSatisfy { $0.payload.count <= 16_384 })
        var decoder = HPACKDecoder(allocator: .init(), maxDynamicTableSize: 4096, maxHeaderListSize: 1 << 20)
        var block = ByteBuffer(bytes: frames.flatMap(\.payload))
        #expect(try decoder.decodeHeaders(from: &block).first(name: "x") == text)
    }
}

@Suite("The table of streams")
struct StreamTableTests {
    @Test("equals a dictionary after random changes", arguments: 0..<10)
    func random(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var table = StreamTable<Int>()
        var model: [UInt32: Int] = [:]
        var next: UInt32 = 1
        for step in 0..<5000 {
            if model.count < 300, Bool.random(using: &generator) {
                table.insert(step, id: next)
                model[next] = step
                // Jumps cause collisions.
                next += 2 * ([1, 1, 1, 64, 640].randomElement(using: &generator) ?? 1)
            } else if let id = model.keys.sorted().randomElement(using: &generator) {
                #expect(table.remove(id) == model.removeValue(forKey: id))
                #expect(table.remove(id) == nil)
            }
            if step.isMultiple(of: 100) {
                #expect(table.ids == model.keys.sorted())
                for (id, value) in model { #expect(table.position(of: id).map { table[$0] } == value) }
            }
        }
        #expect(table.count == model.count)
    }
}

@Suite("The heap of deadlines")
struct DeadlineHeapTests {
    @Test("returns the earliest entry first, also after it is compacted", arguments: 0..<5)
    func order(seed: UInt64) {
        var generator = SplitMix(state: seed)
        var heap = DeadlineHeap()
        for tag in 0..<500 {
            let time = UInt64.random(in: 0..<100, using: &generator)
            heap.insert(DeadlineHeap.Entry(deadline: .uptimeNanoseconds(time), tag: UInt64(tag)))
        }
        heap.compact { !$0.isMultiple(of: 3) }
        #expect(heap.count == 333)
        var last = NIODeadline.uptimeNanoseconds(0)
        var tags: Set<UInt64> = []
        while let entry = heap.removeFirst() {
            #expect(entry.deadline >= last)
            last = entry.deadline
            tags.insert(entry.tag)
        }
        #expect(tags == Set((0..<500).filter { !$0.isMultiple(of: 3) }))
    }
}
