import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("The stream limit")
struct StreamLimitTests {
    /// Answers one after another, and the limits that are announced for them.
    struct Course: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rule = StreamRule.vendor
        var answers: [(isAuthenticated: Bool, refusal: APNsRefusal?)]
        var announced: [Int?]
    }

    @Test(
        "It is announced when it changes, and only then",
        arguments: [
            Course(
                testDescription: "raised by the first success", answers: [(true, nil), (true, nil)],
                announced: [1000, nil]),
            Course(
                testDescription: "not raised by a bad token", answers: [(false, .invalidProviderToken), (true, nil)],
                announced: [nil, 1000]),
            Course(
                testDescription: "falls after a 4xx, comes back with a success",
                answers: [(true, nil), (true, .badTopic), (true, .badTopic), (true, nil)],
                announced: [1000, 1, nil, 1000]),
            Course(
                testDescription: "410 is no error condition, 5xx is not 4xx",
                answers: [
                    (true, nil), (true, .unregistered(since: Timestamp(seconds: 0))), (true, .internalServerError),
                ],
                announced: [1000, nil, nil]),
            Course(
                testDescription: "a 410 to a valid token raises it",
                answers: [(true, .unregistered(since: Timestamp(seconds: 0)))], announced: [1000]),
            Course(
                testDescription: "a first request that is refused leaves it at one",
                answers: [(true, .badTopic), (true, .internalServerError), (true, nil)], announced: [nil, nil, 1000]),
            Course(
                testDescription: "the fall switched off", rule: StreamRule(fallsAfterError: false),
                answers: [(true, .badTopic), (true, .badTopic)], announced: [1000, nil]),
            Course(
                testDescription: "constant", rule: .constant(500),
                answers: [(false, .missingProviderToken), (true, nil)],
                announced: [nil, nil]),
        ])
    func announces(_ course: Course) {
        var limit = StreamLimit(course.rule)
        let announced = course.answers.map {
            limit.answering(isAuthenticated: $0.isAuthenticated, refusal: $0.refusal)
        }
        #expect(announced == course.announced)
    }
}
