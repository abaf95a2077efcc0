import ArgumentParser
import BellhopModel
import BellhopTerminal

struct CapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cap", abstract: "Limits pushes, such as `bellhop preferences cap 10 --per 1h`.",
        discussion: """
            What comes beyond is stored and stays in the history, but is not pushed. Asks neither count nor are held \
            back. `bellhop preferences cap off` lifts the limit.
            """)

    @Argument(help: "At most so many pushes, 1 to 1000, or off.")
    var limit: String

    @Option(help: ArgumentHelp("In how long: a number with s, m, h or d; 1m to 7d.", valueName: "time"))
    var per = "1h"

    @OptionGroup var options: PreferencesOptions

    func validate() throws {
        do {
            guard let cap = try cap() else { return }
            try ArgumentRange.check(cap.limit, in: APILimits.capPushes, "<limit>", unit: " pushes, or off")
            guard APILimits.capSeconds.contains(cap.seconds) else { throw ValidationError("--per takes 1m to 7d.") }
        } catch let failure as CommandFailure {
            throw ValidationError(failure.description)
        }
    }

    func run() async throws {
        let cap = try cap()
        try await options.change { $0.frequencyCap = cap }
    }

    /// - Returns: `nil` for `off`.
    func cap() throws -> FrequencyCap? {
        guard limit != "off" else { return nil }
        guard let count = Int(limit) else { throw CommandFailure.usage("Say how many pushes, 1 to 1000, or off.") }
        return FrequencyCap(limit: count, seconds: Int(try ShortTime.seconds(per, "--per")))
    }
}
