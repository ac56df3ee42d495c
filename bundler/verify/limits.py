"""How much the verifier reads and decodes before it refuses; chosen far above real bundles, far below harm."""

from __future__ import annotations

from typing import Final

ARCHIVE_BYTES: Final = 256 * 1024 * 1024
TOTAL_BYTES: Final = 512 * 1024 * 1024
MEMBER_BYTES: Final = 256 * 1024 * 1024
MANIFEST_BYTES: Final = 16 * 1024 * 1024
MEMBERS: Final = 2_000
NAME_BYTES: Final = 240
# deflate cannot exceed about 1030:1; a log of one folded line reaches a few hundred, a bomb reaches the limit.
RATIO: Final = 400
# Small members may be very regular: only what expands beyond this is judged by its ratio.
RATIO_FREE_BYTES: Final = 4 * 1024 * 1024

DECODING_DEPTH: Final = 9
# Decoded text in all views of one document, as a multiple of the document and a floor in bytes.
DECODING_FACTOR: Final = 24
DECODING_FLOOR: Final = 4 * 1024 * 1024
VIEWS: Final = 400

# A bundle of one megabyte takes a second. What takes this long hangs, or was made to.
SECONDS: Final = 300.0
# Withheld texts are read on top of that: measured at 7 MB a second, so a slow machine has time enough.
WITHHELD_BYTES_PER_SECOND: Final = 500_000
# A run that holds tens of thousands of secrets has its known values sought in batches; each takes a second or two.
BATCH_SECONDS: Final = 30.0

HITS: Final = 50
