// Foundation and the C library, for what a hook is linked of.
//
// Where Foundation comes in parts, only the first: all of it brings a program 50 MB of the world's languages and calendars,
// and what is relocated, set up and searched of it at each start takes longer than a hook's own work.

#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#endif
