// Foundation and the C library, for the modules that the hook links.
//
// On Linux only FoundationEssentials: all of Foundation adds 50 MB of localization data to a program, and loading it at each
// start takes longer than the hook's own work.

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
