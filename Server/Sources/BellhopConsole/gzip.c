#include "BellhopConsole.h"
#include <zlib.h>

size_t bellhop_gzip(const unsigned char *bytes, size_t count, unsigned char *result, size_t capacity) {
    z_stream stream = {0};
    // 16 makes zlib write the header and trailer of gzip.
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = result;
    stream.avail_out = (uInt)capacity;
    size_t size = deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
    deflateEnd(&stream);
    return size;
}
