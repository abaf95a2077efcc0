import BellhopModel
import BellhopTesting
import Testing

@Suite("Ask state machine")
struct AskStateMachineTests {
    static let questions = [
        Question(text: "Which?", options: [.init(label: "A"), .init(label: "B")], allowsText: false)
    ]

    static let rules = [
        PermissionRule(text: "Bash(npm test:*)", scope: .session),
        PermissionRule(text: "Bash(npm test:*)", scope: .project),
    ]

    static let answers: [Answer] = [
        .approveAndRemember([rules[0]]), .approveAndRemember(rules), .deny(message: nil, interrupt: true),
        .approve, .deny(message: nil), .deny(message: "use yarn"), .replies([Reply(selected: ["A"])]),
        .replies([Reply(selected: ["C"])]), .replies([Reply(selected: ["A", "B"])]), .replies([Reply(text: "x")]),
        .replies([]),
    ]

    static func event(_ generator: inout SeededGenerator) -> AskStateMachine.Event {
        switch generator.below(8) {
        case 0: .deadlineReached
        case 1: .withdrawn(.answeredInTerminal)
        default:
            .answered(
                Sample.signed(
                    answers[generator.below(answers.count)], by: generator.below(2) == 0 ? Sample.phone : Sample.tablet),
                inputDigest: generator.below(6) == 0 ? "other" : Sample.digest)
        }
    }

    @Test(
        "An ask ends exactly once and never after its deadline, for events in any order",
        arguments: [false, true])
    func exactlyOnce(_ isQuestion: Bool) {
        var generator = SeededGenerator(seed: isQuestion ? 8 : 9)
        for _ in 0..<4000 {
            var ask = Sample.ask(questions: isQuestion ? Self.questions : [], rules: isQuestion ? [] : Self.rules)
            var now = Sample.now
            var ends: [Resolution] = []
            for _ in 0..<12 {
                now = now + .milliseconds(generator.below(60_000))
                let event = Self.event(&generator)
                switch AskStateMachine.transition(of: event, for: ask, at: now) {
                case .resolve(let resolution):
                    ends.append(resolution)
                    #expect(resolution.state != .pending && resolution.at <= ask.deadline)
                    if resolution.state == .expired {
                        #expect(now >= ask.deadline && resolution.answer == nil)
                    } else {
                        #expect(now < ask.deadline)
                    }
                    if let given = resolution.answer { #expect(given.answer.state == resolution.state) }
                    ask.resolution = resolution
                case .unchanged(let resolution):
                    #expect(resolution == ask.resolution)
                case .refuse(.answeredDifferently(let resolution)), .refuse(.withdrawn(let resolution)):
                    #expect(resolution == ask.resolution)
                case .refuse(.expired(let deadline)):
                    #expect(deadline == ask.deadline && (now >= deadline || ask.state == .expired))
                case .refuse(.inputDiffers), .refuse(.answerDoesNotFit), .refuse(.notDue):
                    break
                }
            }
            #expect(ends.count <= 1)
            let last = AskStateMachine.transition(of: .deadlineReached, for: ask, at: ask.deadline)
            if ends.isEmpty {
                #expect(last == .resolve(Resolution(state: .expired, at: ask.deadline)))
            } else if ask.state == .expired {
                #expect(last == .unchanged(ends[0]))
            } else {
                #expect(last == .refuse(.answeredDifferently(ends[0])))
            }
        }
    }

    @Test("An equal answer gets the same receipt, from any device; a different one is refused")
    func again() {
        let first = Resolution(state: .approved, at: Sample.now, answer: Sample.signed(.approve))
        let ask = Sample.ask(resolution: first)
        let late = ask.deadline + .seconds(60)
        func transition(_ answer: Answer, _ device: DeviceID) -> AskStateMachine.Transition {
            AskStateMachine.transition(
                of: .answered(Sample.signed(answer, by: device), inputDigest: Sample.digest), for: ask, at: late)
        }
        #expect(transition(.approve, Sample.phone) == .unchanged(first))
        #expect(transition(.approve, Sample.tablet) == .unchanged(first))
        #expect(transition(.deny(message: nil), Sample.phone) == .refuse(.answeredDifferently(first)))
    }

    @Test(
        "Only offered rules can be remembered, each once, and only with an approval",
        arguments: [
            ([rules[0]], true), ([rules[1]], true), (rules, true), ([], false), ([rules[0], rules[0]], false),
            ([PermissionRule(text: "Bash(npm test:*)", scope: .sharedProject)], false),
            ([rules[0], PermissionRule(text: "Bash(npm:*)", scope: .session)], false),
        ] as [([PermissionRule], Bool)])
    func remembers(_ rules: [PermissionRule], _ fits: Bool) {
        func transition(for ask: Ask) -> AskStateMachine.Transition {
            AskStateMachine.transition(
                of: .answered(Sample.signed(.approveAndRemember(rules)), inputDigest: Sample.digest), for: ask,
                at: Sample.now)
        }
        switch transition(for: Sample.ask(rules: Self.rules)) {
        case .resolve(let resolution): #expect(fits && resolution.state == .approved)
        case .refuse(.answerDoesNotFit(let problem)): #expect(!fits && !problem.isEmpty)
        case let other: Issue.record("\(other)")
        }
        for ask in [Sample.ask(), Sample.ask(questions: Self.questions)] {
            guard case .refuse(.answerDoesNotFit) = transition(for: ask) else {
                Issue.record("remembered what was not offered")
                continue
            }
        }
    }

    @Test("Approving with and without a rule are different answers, as are denying with and without stopping")
    func distinct() {
        for (first, second) in [
            (Answer.approve, Answer.approveAndRemember([Self.rules[0]])),
            (.deny(message: nil), .deny(message: nil, interrupt: true)),
        ] {
            let given = Resolution(state: first.state, at: Sample.now, answer: Sample.signed(first))
            let ask = Sample.ask(rules: Self.rules, resolution: given)
            let again = AskStateMachine.Event.answered(Sample.signed(second), inputDigest: Sample.digest)
            #expect(
                AskStateMachine.transition(of: again, for: ask, at: Sample.now) == .refuse(.answeredDifferently(given)))
        }
    }

    @Test("An answer at the deadline is too late")
    func deadline() {
        let ask = Sample.ask()
        let answer = AskStateMachine.Event.answered(Sample.signed(.approve), inputDigest: Sample.digest)
        #expect(
            AskStateMachine.transition(of: answer, for: ask, at: ask.deadline)
                == .refuse(.expired(deadline: ask.deadline)))
        let before = ask.deadline - .milliseconds(1)
        #expect(
            AskStateMachine.transition(of: answer, for: ask, at: before)
                == .resolve(Resolution(state: .approved, at: before, answer: Sample.signed(.approve))))
        #expect(AskStateMachine.transition(of: .deadlineReached, for: ask, at: before) == .refuse(.notDue))
    }

    @Test("An answer about another input is refused first")
    func input() {
        let answer = AskStateMachine.Event.answered(Sample.signed(.approve), inputDigest: "other")
        #expect(AskStateMachine.transition(of: answer, for: Sample.ask(), at: Sample.now) == .refuse(.inputDiffers))
    }

    @Test(
        "An answer must fit the kind of ask",
        arguments: [
            (true, Answer.approve, true), (true, .deny(message: "no"), true),
            (true, .replies([Reply(text: "x")]), false),
            (false, .approve, false), (false, .deny(message: nil), true),
            (false, .replies([Reply(selected: ["B"])]), true),
            (false, .replies([Reply(selected: ["C"])]), false),
            (false, .replies([Reply(selected: ["A", "B"])]), false),
            (false, .replies([Reply(text: "x")]), false), (false, .replies([Reply()]), false),
            (false, .replies([]), false),
            (false, .replies([Reply(selected: ["A"]), Reply(selected: ["B"])]), false),
        ])
    func fits(_ isApproval: Bool, _ answer: Answer, _ fits: Bool) {
        let ask = Sample.ask(questions: isApproval ? [] : Self.questions)
        let event = AskStateMachine.Event.answered(Sample.signed(answer), inputDigest: Sample.digest)
        switch AskStateMachine.transition(of: event, for: ask, at: Sample.now) {
        case .resolve(let resolution): #expect(fits && resolution.state == answer.state)
        case .refuse(.answerDoesNotFit(let problem)): #expect(!fits && !problem.isEmpty)
        case let other: Issue.record("\(other)")
        }
    }
}
