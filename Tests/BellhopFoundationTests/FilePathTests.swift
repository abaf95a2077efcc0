import BellhopFoundation
import Testing

@Suite("Paths and texts")
struct FilePathTests {
    @Test(
        "A path has a folder and a name",
        arguments: [
            ("/a/b", "/a", "b"), ("/a/b/", "/a", "b"), ("/a//b", "/a", "b"), ("/a", "/", "a"), ("/", "/", "/"),
            ("a", "", "a"), ("a/b", "a", "b"), ("", "", ""),
        ])
    func parts(_ path: String, _ folder: String, _ name: String) {
        #expect(FilePath.folder(of: path) == folder && FilePath.name(of: path) == name)
    }

    @Test("A name is joined with one slash", arguments: [("/a", "/a/b"), ("/a/", "/a/b"), ("", "b"), ("/", "/b")])
    func joined(_ folder: String, _ path: String) { #expect(FilePath.join(folder, "b") == path) }

    @Test("White space and line ends around a text are removed")
    func trimmed() {
        #expect(" \r\n a b\t\n".trimmed == "a b" && "".trimmed.isEmpty && " \n".trimmed.isEmpty)
    }
}
