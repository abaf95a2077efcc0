@_spi(Testing) import BackgroundTasks
import CryptoKit
import Foundation
@_spi(Testing) import Network
import Testing
@_spi(Testing) import UIKit

@Suite("Other stubs")
struct SystemTests {
    @Test(
        "SHA-256 equals the examples of FIPS 180-4",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(_ message: String, _ digest: String) {
        let found = SHA256.hash(data: Data(message.utf8)).map { String(format: "%02x", $0) }.joined()
        #expect(found == digest)
    }

    @Test("A path monitor reports the current path first, then each change, until it is cancelled")
    func paths() async {
        let network = NetworkUnderTest(NWPath(status: .satisfied))
        let seen = await NetworkUnderTest.$value.withValue(network) {
            let monitor = NWPathMonitor()
            var seen: [NWPath.Status] = []
            for await path in monitor {
                seen.append(path.status)
                if seen.count == 1 { network.change(to: NWPath(status: .unsatisfied)) } else { monitor.cancel() }
            }
            return seen
        }
        #expect(seen == [.satisfied, .unsatisfied])
    }

    @Test("A background task is submitted when registered, one refresh at a time, and launched")
    func backgroundTasks() async throws {
        let scheduler = BGTaskScheduler.made()
        #expect(throws: BGTaskScheduler.Error(.notPermitted)) {
            try scheduler.submit(BGAppRefreshTaskRequest(identifier: "sync"))
        }
        let (launched, continuation) = AsyncStream.makeStream(of: String.self)
        for id in ["sync", "other"] {
            scheduler.register(forTaskWithIdentifier: id, using: nil) { @Sendable task in
                task.setTaskCompleted(success: true)
                continuation.yield(task.identifier)
            }
        }
        try scheduler.submit(BGAppRefreshTaskRequest(identifier: "sync"))
        #expect(throws: BGTaskScheduler.Error(.tooManyPendingTaskRequests)) {
            try scheduler.submit(BGAppRefreshTaskRequest(identifier: "other"))
        }
        scheduler.launch(BGAppRefreshTask(named: "sync"))
        var names = launched.makeAsyncIterator()
        let first = await names.next()
        #expect(first == "sync")
        let pending = await scheduler.pendingTaskRequests()
        #expect(pending.isEmpty)
    }
}

/// The stub computes sizes as UIKit does where they decide whether a text is truncated.
@Suite("Sizes of views")
@MainActor
struct MeasuringTests {
    private func label(_ text: String, lines: Int = 0) -> UILabel {
        let label = UILabel(frame: .zero)
        (label.text, label.numberOfLines) = (text, lines)
        return label
    }

    private func pinned(_ view: UIView) -> UIView {
        let outer = UIView(frame: .zero)
        outer.addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: outer.topAnchor, constant: 5),
            view.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 10),
            view.trailingAnchor.constraint(equalTo: outer.trailingAnchor, constant: -10),
            view.bottomAnchor.constraint(equalTo: outer.bottomAnchor, constant: -5),
        ])
        return outer
    }

    @Test("Without a required width a label of any length is one line; with a required width it wraps")
    func width() {
        let view = pinned(label(String(repeating: "x", count: 100)))
        let target = CGSize(width: 122, height: 0)
        let line = UIFont.preferredFont(forTextStyle: .body).lineHeight
        #expect(view.systemLayoutSizeFitting(target).height == line + 10)
        // 102 points hold ten characters.
        let size = view.systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        #expect(size == CGSize(width: 122, height: 10 * line + 10))
    }

    @Test("In a row a view that hugs its content keeps its width, and a hidden view takes none")
    func row() {
        let symbol = label("xx")
        symbol.setContentHuggingPriority(.required, for: .horizontal)
        let hidden = label("hidden")
        hidden.isHidden = true
        let row = UIStackView(arrangedSubviews: [symbol, label(String(repeating: "x", count: 20)), hidden])
        row.spacing = 10
        let line = UIFont.preferredFont(forTextStyle: .body).lineHeight
        // 20.4 points for the symbol, 10 between: 102 hold ten characters.
        let size = pinned(row).systemLayoutSizeFitting(
            CGSize(width: 152.5, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(size.height == 2 * line + 10)
    }

    @Test("A view keeps its proportions within a required limit")
    func proportions() {
        let view = UIView(frame: .zero)
        let ratio = view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 2)
        ratio.priority = .defaultHigh
        ratio.isActive = true
        view.heightAnchor.constraint(lessThanOrEqualToConstant: 300).isActive = true
        let outer = pinned(view)
        func height(_ width: CGFloat) -> CGFloat {
            outer.systemLayoutSizeFitting(
                CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel
            ).height
        }
        #expect(height(120) == 210 && height(420) == 310)
        ratio.isActive = false
        #expect(height(420) == 10)
    }
}
