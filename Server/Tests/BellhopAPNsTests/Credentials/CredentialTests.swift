import BellhopModel
import Crypto
import Testing

@testable import BellhopAPNs

@Suite("A credential")
struct CredentialTests {
    @Test(
        "reads a .p8 file in every form that it arrives in",
        arguments: [
            TestKey.pem,
            "\n  " + TestKey.pem + "\n\n",
            TestKey.pem.replacing("\n", with: "\r\n"),
            TestKey.pem.replacing("\n", with: "\\n"),
            TestKey.pem.replacing("\n", with: " "),
            "Key for push\n" + TestKey.pem,
        ])
    func reads(pem: String) throws {
        let credential = try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(pem))
        #expect(credential.signingKey.rawRepresentation == TestKey.signing.rawRepresentation)
    }

    @Test(
        "says that the key is not PEM",
        arguments: [
            "", "AuthKey_KEY1234567.p8", "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----", "-----BEGIN A-----\nAAAA\n-----END B-----",
        ])
    func notPEM(text: String) {
        #expect(throws: APNsCredentialError.keyNotPEM) {
            try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(text))
        }
    }

    @Test("says what the PEM holds when it is no P-256 private key")
    func notP256() {
        let other = P384.Signing.PrivateKey().pemRepresentation
        #expect(throws: APNsCredentialError.keyNotP256(label: "PRIVATE KEY")) {
            try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(other))
        }
        let publicKey = TestKey.signing.publicKey.pemRepresentation
        #expect(throws: APNsCredentialError.keyNotP256(label: "PUBLIC KEY")) {
            try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(publicKey))
        }
    }

    @Test(
        "takes ids of 10 letters and digits only",
        arguments: ["", "TEAM12345", "TEAM1234567", "TEAM 12345", "TÉAM123456"])
    func ids(text: String) {
        #expect(throws: APNsCredentialError.teamIDMalformed(length: text.count)) {
            try APNsCredential(teamID: text, keyID: "KEY1234567", privateKey: Secret(TestKey.pem))
        }
        #expect(throws: APNsCredentialError.keyIDMalformed(length: text.count)) {
            try APNsCredential(teamID: "TEAM123456", keyID: text, privateKey: Secret(TestKey.pem))
        }
    }

    @Test("shows nothing of the key, printed, dumped or in an error")
    func keepsQuiet() throws {
        let credential = try TestKey.credential()
        var dumped = ""
        dump(credential, to: &dumped)
        #expect("\(credential)" == "APNs key KEY1234567 of team TEAM123456")
        #expect(!dumped.contains("signingKey"))
        let swapped = #expect(throws: APNsCredentialError.self) {
            try APNsCredential(teamID: "TEAM123456", keyID: TestKey.pem, privateKey: Secret(TestKey.pem))
        }
        #expect(swapped.map { !"\($0)".contains("BEGIN") } ?? false)
    }

    @Test("covers the apps and environments it was made for")
    func scope() throws {
        let narrow = try TestKey.credential(environments: [.sandbox], apps: ["com.example.app"])
        #expect(narrow.covers(.sandbox, app: "com.example.app"))
        #expect(!narrow.covers(.production, app: "com.example.app"))
        #expect(!narrow.covers(.sandbox, app: "com.example.other"))
        #expect(try TestKey.credential().covers(.production, app: "com.example.other"))
    }
}
