import BellhopModel

extension Bellhop {
    func sendAnswers() async {
        let alarm = Alarm(clock: ports.clock, wake: answersWake)
        while !Task.isCancelled {
            await outbox.flush()
            await announce()
            await alarm.wait(atMost: await outbox.pause)
        }
    }

    func carryActions() async {
        let alarm = Alarm(clock: ports.clock, wake: actionsWake)
        while !Task.isCancelled {
            await contentActions.courier.flush()
            await announceActions()
            await alarm.wait(atMost: await contentActions.courier.pause)
        }
    }

    func sendReads() async {
        let alarm = Alarm(clock: ports.clock, wake: readsWake)
        while !Task.isCancelled {
            await reads.courier.flush()
            await alarm.wait(atMost: await reads.courier.pause)
        }
    }

    func keepSendingPreferences() async {
        let alarm = Alarm(clock: ports.clock, wake: preferencesWake)
        while !Task.isCancelled {
            if await preferences.pause == .zero { await sendPreferences() }
            await alarm.wait(atMost: await preferences.pause)
        }
    }
}
