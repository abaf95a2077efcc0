// The files of the web console and of the page at /docs, which the compiler embeds into the program.

#include <stddef.h>

struct bellhop_console_file {
    /// The name in the folder `Assets`.
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

extern const struct bellhop_console_file *const bellhop_console_files;
extern const size_t bellhop_console_file_count;

/// Compresses `count` bytes, less than 4 GiB, as gzip (RFC 1952).
///
/// Returns the size; 0 when `result` has too little space for it.
size_t bellhop_gzip(const unsigned char *bytes, size_t count, unsigned char *result, size_t capacity);
