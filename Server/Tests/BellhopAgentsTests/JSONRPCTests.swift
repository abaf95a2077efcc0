import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopAgents

@Suite("Splitting a stream into lines")
struct LineSplitterTests {
    private static let alphabet: [UInt8] = [10, 0xFF, 97, 0]

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("The lines are independent of the pieces, and no byte is lost, added or moved")
    func cuts() {
        var generator = SeededGenerator(seed: 0x11E5)
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                Self.alphabet.randomElement(using: &generator) ?? 0
            }
            var whole = LineSplitter(limit: 8)
            let expected = Self.lines(whole.split(text) + whole.end())
            var splitter = LineSplitter(limit: 8)
            var pieces: [LineSplitter.Piece] = []
            var rest = text[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(12, rest.count), using: &generator)
                pieces += splitter.split(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            pieces += splitter.end()
            #expect(pieces.flatMap(\.bytes) == text)
            #expect(Self.lines(pieces) == expected)
        }
    }

    private static func lines(_ pieces: [LineSplitter.Piece]) -> [[UInt8]] {
        pieces.compactMap { if case .line(let line) = $0 { line } else { nil } }
    }

    @Test("A line that is too long is returned in parts and not buffered")
    func longLine() {
        var splitter = LineSplitter(limit: 4)
        #expect(splitter.split(Self.bytes("abc")) == [])
        #expect(splitter.split(Self.bytes("def")) == [.part(Self.bytes("abcdef"), endsLine: false)])
        #expect(splitter.split(Self.bytes("g")) == [.part(Self.bytes("g"), endsLine: false)])
        #expect(
            splitter.split(Self.bytes("h\nij\n")) == [
                .part(Self.bytes("h\n"), endsLine: true), .line(Self.bytes("ij\n")),
            ])
        #expect(splitter.end() == [])
    }

    @Test("Bytes after the last line feed are returned at the end")
    func unfinished() {
        var splitter = LineSplitter(limit: 100)
        #expect(splitter.split(Self.bytes("a\nb")) == [.line(Self.bytes("a\n"))])
        #expect(splitter.end() == [.part(Self.bytes("b"), endsLine: false)])
    }
}

extension LineSplitter.Piece {
    var bytes: [UInt8] {
        switch self {
        case .line(let bytes), .part(let bytes, _): bytes
        }
    }
}

@Suite("The head of a JSON-RPC line")
struct RPCHeadTests {
    private static func head(_ text: String) -> RPCHead? { RPCHead(Array(text.utf8)) }

    @Test("Method and id are read in any position")
    func request() throws {
        let head = try #require(
            Self.head(
                #" {"params":{"id":7,"method":"x","s":"}\"]"},"id" : "a","list":[[{}],"]"],"method":"m\/n"} "# + "\n"))
        #expect(head.method == "m/n")
        #expect(head.id == RPCID("a"))
        #expect(!head.isResponse)
    }

    @Test(
        "A response has an id and a result or an error, and no method",
        arguments: [
            (#"{"id":1,"result":null}"#, true), (#"{"id":1,"error":{"code":1}}"#, true), (#"{"id":1}"#, false),
            (#"{"result":1}"#, false), (#"{"id":null,"result":1}"#, false),
            (#"{"id":1,"method":"m","result":1}"#, false),
        ])
    func response(text: String, isResponse: Bool) throws {
        #expect(try #require(Self.head(text)).isResponse == isResponse)
    }

    @Test(
        "Other values than objects, and duplicate members, have no head",
        arguments: [
            "", "\n", "[]", "null", #"{"id":1"#, #"{"id":1}x"#, #"{"id":1,"id":2}"#, #"{"method":"a","method":"b"}"#,
            #"{"id":}"#, #"{"id" 1}"#, #"{id:1}"#, "{\"id\":1,\"a\":\"x}", "\u{FEFF}{}",
        ])
    func none(text: String) {
        #expect(Self.head(text) == nil)
    }
}
