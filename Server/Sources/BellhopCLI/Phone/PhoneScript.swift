import BellhopTerminal

/// What a scripted phone does, one step a line.
///
///     wait 1               until so many notifications show (one unless given)
///     approve              presses that button, as soon as something shows that has it
///     review               opens the app, reads the newest ask to its end, and approves it there
///     deny                 the same for its opposite
///     reply PostgreSQL     types an answer
///     stop [use npm ci]    opens the app, and denies there with that instruction and the word to stop
///     remember 1           opens the app, and approves there with so many of the offered rules, by their numbers
///     tap | dismiss        the notification itself
///     unlock | lock
///     airplane on | off
///     kill | restart       the app
///     expect showing 0     waits until it is so; also: expect badge N
///     expect result sent   an answer came to that: sent, agent_went_on, queued, expired, too_late,
///                          answered_elsewhere, withdrawn or refused; for agent_went_on the app is opened, if it is
///                          not, and left again
///     # a comment
struct PhoneScript: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case wait(Int)
        case approve
        case review
        case deny
        case reply(String)
        case stop(String?)
        case remember([Int])
        case tap, dismiss
        case unlock, lock
        case airplane(Bool)
        case kill, restart
        case expectShowing(Int), expectBadge(Int)
        case expectResult(String)
    }

    static let wentOn = "agent_went_on"
    private static let results: Set = [
        "sent", wentOn, "queued", "expired", "too_late", "answered_elsewhere", "withdrawn", "refused",
    ]

    var steps: [Step]

    /// - Throws: ``CommandFailure`` that names the line and what is understood there.
    init(_ text: String) throws {
        steps = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let verb = words.first, !verb.hasPrefix("#") else { continue }
            guard let step = Self.step(verb, Array(words.dropFirst())) else {
                throw CommandFailure(
                    "Line \(number + 1) of the script is not understood: \(line.debugDescription). See `bellhop phone --help`."
                )
            }
            steps.append(step)
        }
    }

    private static func step(_ verb: String, _ rest: [String]) -> Step? {
        let text = rest.joined(separator: " ")
        return switch (verb, rest.count) {
        case ("wait", 0): .wait(1)
        case ("wait", 1): Int(rest[0]).map(Step.wait)
        case ("approve", 0): .approve
        case ("review", 0): .review
        case ("deny", 0): .deny
        case ("reply", 1...): .reply(text)
        case ("stop", _): .stop(text.isEmpty ? nil : text)
        case ("remember", 1...): numbers(rest).map(Step.remember)
        case ("tap", 0): .tap
        case ("dismiss", 0): .dismiss
        case ("unlock", 0): .unlock
        case ("lock", 0): .lock
        case ("airplane", 1): ["on": true, "off": false][rest[0]].map(Step.airplane)
        case ("kill", 0): .kill
        case ("restart", 0): .restart
        case ("expect", 2): expectation(rest[0], rest[1])
        default: nil
        }
    }

    /// From 1, none of them twice.
    private static func numbers(_ words: [String]) -> [Int]? {
        let numbers = words.compactMap(Int.init).filter { $0 > 0 }
        return Set(numbers).count == words.count ? numbers : nil
    }

    private static func expectation(_ what: String, _ value: String) -> Step? {
        switch what {
        case "showing": Int(value).map(Step.expectShowing)
        case "badge": Int(value).map(Step.expectBadge)
        case "result" where results.contains(value): .expectResult(value)
        default: nil
        }
    }
}
