/// Names whose values are secret.
enum SecretNames {
    /// Whether `name`, in any case and with words joined in any way (`apiKey`, `API_KEY`, `api-key`), means a secret.
    ///
    /// Only the end of a name counts: `client_secret` is one, `secret_name` and `max_tokens` are not.
    static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let letters = folded(name)
        guard let last = letters.last else { return false }
        return endings[Int(last)].contains { letters.suffix($0.count).elementsEqual($0) }
            || letters == Array("pass".utf8) || hasShortEnding(name)
    }

    /// Whether `name` often means a secret, and often not: what it says has to look like one.
    static func mayBeSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let letters = folded(name)
        return doubtful.contains { letters.suffix($0.count).elementsEqual($0) }
    }

    /// Whether `name` is an option that takes `name:password`, as of curl.
    static func isLogin(_ name: ArraySlice<UInt8>) -> Bool {
        ["u", "user", "proxy-user"].contains(String(decoding: name.prefix(11), as: UTF8.self))
    }

    static func isAuthorization(_ name: ArraySlice<UInt8>) -> Bool {
        folded(name).suffix(authorization.count).elementsEqual(authorization)
    }

    /// Values that say there is no secret, what type it has, or what scheme it will be of.
    static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
        value.count <= 9 && placeholders.contains(String(decoding: folded(value), as: UTF8.self))
    }

    /// A program is no secret, and hiding it would hide what is run: `--token rm -rf x`.
    static func isProgram(_ value: ArraySlice<UInt8>) -> Bool {
        let name = value.lastIndex(of: UInt8(ascii: "/")).map { value[($0 + 1)...] } ?? value
        return name.count <= 10 && programs.contains(String(decoding: name, as: UTF8.self))
    }

    /// Lower case, letters and digits only, of the last 40 bytes: no name that matters is longer.
    private static func folded(_ name: ArraySlice<UInt8>) -> [UInt8] {
        name.suffix(40).filter(isLetterOrDigit).map(lowercased)
    }

    /// `MYSQL_PWD` and `db-pass`, but neither `PWD`, the working directory, nor `compass`.
    private static func hasShortEnding(_ name: ArraySlice<UInt8>) -> Bool {
        guard let separator = name.suffix(5).lastIndex(where: { !isLetterOrDigit($0) }), separator > name.startIndex
        else {
            return false
        }
        let ending = folded(name[(separator + 1)...])
        return ending == Array("pwd".utf8) || ending == Array("pass".utf8)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static let doubtful = ["key", "auth", "cookie", "session", "sessionid", "sid", "signature", "sig"].map {
        Array($0.utf8)
    }

    private static let programs: Set<String> = [
        "rm", "mv", "cp", "ln", "dd", "sh", "bash", "zsh", "dash", "ksh", "fish", "sudo", "doas", "su", "env", "exec",
        "eval", "source", "xargs", "find", "curl", "wget", "nc", "ncat", "socat", "ssh", "scp", "rsync", "git", "chmod",
        "chown", "kill", "mkfs", "shred", "tee", "python", "python3", "perl", "ruby", "node", "php", "osascript",
        "base64", "docker", "kubectl", "npm", "npx", "reboot", "shutdown",
    ]

    private static let authorization = Array("authorization".utf8)

    /// By last byte.
    private static let endings: [[[UInt8]]] = {
        var table = [[[UInt8]]](repeating: [], count: 256)
        for ending in [
            "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "accesskey", "secretkey",
            "privatekey", "encryptionkey", "signingkey", "masterkey", "servicekey", "accountkey", "authkey",
            "sharedkey", "deploykey", "secretkeybase", "credential", "credentials",
        ] {
            let bytes = Array(ending.utf8)
            table[Int(bytes[bytes.count - 1])].append(bytes)
        }
        return table
    }()

    private static let placeholders: Set<String> = [
        "null", "nil", "none", "true", "false", "undefined", "string", "str", "int", "number", "bool", "boolean", "any",
        "bearer", "basic", "token", "digest", "apikey", "negotiate",
    ]
}
