import BellhopModel
import BellhopTerminal
import Testing

@testable import BellhopCLI

@Suite("bellhop devices import")
struct DeviceImportTests {
    @Test(
        "A file has one object a line, or a list of them, and every field stays as it is written",
        arguments: [
            #"{"token":"aa","deviceType":"ios"}"# + "\n\n" + #"{"token":"bb"}"# + "\r\n",
            #"[{"token":"aa","deviceType":"ios"},{"token":"bb"}]"#,
        ])
    func read(text: String) throws {
        let devices = try DevicesCommand.Import.devices(in: text, of: "f")
        #expect(devices == [["token": "aa", "deviceType": "ios"], ["token": "bb"]])
    }

    @Test("A line that is no object is named")
    func broken() throws {
        let error = #expect(throws: CommandFailure.self) {
            try DevicesCommand.Import.devices(in: "{}\n[1]", of: "tokens.jsonl")
        }
        #expect(error.map { "\($0)" }?.contains("Line 2 of tokens.jsonl is not a JSON object.") == true)
    }
}
