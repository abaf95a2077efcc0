import BellhopKit
import BellhopModel

extension FakeServer {
    func answer(_ request: APIRequest, by device: Device) throws -> APIResponse {
        if request.headers["idempotency-key"]?.isEmpty != false { complain("\(request) can be done twice") }
        let ask = try ownAsk(in: request, of: device)
        let body = try CanonicalJSON.decode(AnswerRequest.self, from: request.body)
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: body.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: body.answer)
        let signature = FakeDeviceKey.signature(of: Array(try statement.text.utf8), by: device.publicKey)
        guard body.signature == Base64.encode(signature) else { throw APIError(.signatureInvalid) }
        let signed = SignedAnswer(
            answer: body.answer, deviceID: device.id, deviceName: device.name, signature: body.signature)
        switch AskStateMachine.transition(of: .answered(signed, inputDigest: body.inputDigest), for: ask, at: now) {
        case .resolve(let resolution):
            transitions[ask.id, default: 0] += 1
            asks[ask.id]?.resolution = resolution
        case .unchanged: break
        case .refuse(.answeredDifferently(let resolution)): throw APIError(.askAlreadyAnswered, resolution: resolution)
        case .refuse(.expired): throw APIError(.askExpired)
        case .refuse(.withdrawn(let resolution)): throw APIError(.askWithdrawn, resolution: resolution)
        case .refuse(.inputDiffers): throw APIError(.inputDigestMismatch)
        case .refuse(.answerDoesNotFit(let why)): throw APIError(.answerDoesNotFit, why)
        case .refuse(.notDue): throw APIError(.internalError)
        }
        guard let resolved = asks[ask.id] else { throw APIError(.notFound) }
        return .json(resolved)
    }
}
