// developer.apple.com/documentation/foundation/url/cachesdirectory

public import Foundation

extension URL {
    public static var cachesDirectory: URL { URL.temporaryDirectory.appending(path: "Caches") }
}
