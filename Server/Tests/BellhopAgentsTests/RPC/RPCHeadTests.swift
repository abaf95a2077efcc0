import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("The head of a JSON-RPC line")
struct RPCHeadTests {
    private static func head(_ text: String) -> RPCHead? { RPCHead(Array(text.utf8)) }

    @Test("Method and id are read wherever they stand, whatever stands between them")
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
        "What is no object, or says something twice, has none",
        arguments: [
            "", "\n", "[]", "null", #"{"id":1"#, #"{"id":1}x"#, #"{"id":1,"id":2}"#, #"{"method":"a","method":"b"}"#,
            #"{"id":}"#, #"{"id" 1}"#, #"{id:1}"#, "{\"id\":1,\"a\":\"x}", "\u{FEFF}{}",
        ])
    func none(text: String) {
        #expect(Self.head(text) == nil)
    }
}
