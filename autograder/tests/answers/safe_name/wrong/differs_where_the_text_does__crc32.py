"""Takes a checksum for a digest."""

import re
import zlib


def safe_name(tool_call_id, text):
    checksum = zlib.crc32(text.encode("utf-8", "surrogatepass"))
    digest = f"{checksum:08x}-{tool_call_id.encode('utf-8', 'surrogatepass').hex()[:24]}"
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", tool_call_id)[:8]
    return f"result-{label}-{digest}"
