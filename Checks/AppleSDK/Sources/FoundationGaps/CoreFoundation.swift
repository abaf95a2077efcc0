// developer.apple.com/documentation/corefoundation: the names that the Keychain calls speak in. Bridging by `as`
// works on Linux, since these are the classes of swift-corelibs-foundation.

public import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFData = NSData
public typealias CFURL = NSURL
public typealias CFError = NSError
public typealias CFBoolean = NSNumber
public typealias CFAllocator = NSObject
public typealias OSStatus = Int32

nonisolated(unsafe) public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
nonisolated(unsafe) public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
