"""Fair dealing, sans-I/O: bytes in, bytes and events out."""
