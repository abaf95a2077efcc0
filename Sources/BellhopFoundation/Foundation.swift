// Foundation and the C library, for all modules that the server's programs link.
//
// On Linux only FoundationEssentials: the rest of Foundation, with ICU and its data, would be more than half of a program.
// The stubs of Apple's SDK come with all of Foundation, as the SDK does.

#if !canImport(CryptoKit)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#endif
