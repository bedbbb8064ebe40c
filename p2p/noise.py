"""The Noise handshakes XX and XXpsk3 with 25519, ChaChaPoly and SHA256, sans-I/O.

Source: Trevor Perrin, "The Noise Protocol Framework", revision 34, sections 5 (processing rules), 7.5 (the
patterns) and 9 (pre-shared keys). Every refusal is the same NoiseError, so that whoever sees it learns nothing
but that it was refused; after one, the state is dead.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MAX_MESSAGE = 65535
TAG = 16
KEY = 32
_MAX_NONCE = 2**64 - 1

# The initiator writes the messages of even index; in "es" and "se" the first letter is the initiator's key.
_PATTERNS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "XX": (("e",), ("e", "ee", "s", "es"), ("s", "se")),
    "XXpsk3": (("e",), ("e", "ee", "s", "es"), ("s", "se", "psk")),
}


class NoiseError(Exception):
    """A message that is not what the other end of this very conversation would have sent."""

    def __init__(self) -> None:
        super().__init__("the message was refused")


class CipherState:
    """One direction of an encrypted conversation: a key and a counter as nonce (section 5.1)."""

    def __init__(self, key: bytes) -> None:
        self._aead = ChaCha20Poly1305(key)
        self._counter = 0

    def encrypt(self, plaintext: bytes, associated: bytes = b"") -> bytes:
        """The next message, TAG bytes longer than `plaintext`. Raises NoiseError once all nonces are used."""
        return self._aead.encrypt(self._nonce(), plaintext, associated)

    def decrypt(self, ciphertext: bytes, associated: bytes = b"") -> bytes:
        """The plaintext of the next message. Raises NoiseError unless it is exactly that."""
        try:
            return self._aead.decrypt(self._nonce(), ciphertext, associated)
        except InvalidTag as error:
            raise NoiseError from error

    def _nonce(self) -> bytes:
        if self._counter >= _MAX_NONCE:
            raise NoiseError
        nonce = bytes(4) + self._counter.to_bytes(8, "little")
        self._counter += 1
        return nonce


class _SymmetricState:
    """Chaining key, hash and, once there is one, the cipher of the handshake (section 5.2)."""

    def __init__(self, protocol_name: bytes) -> None:
        padded = protocol_name.ljust(KEY, b"\0")
        self.hash = padded if len(padded) == KEY else sha256(protocol_name).digest()
        self._chaining_key = self.hash
        self._cipher: CipherState | None = None

    def _derive(self, material: bytes, count: int) -> list[bytes]:
        # Noise's HKDF is that of RFC 5869 with the chaining key as salt and an empty info.
        output = HKDF(SHA256(), KEY * count, salt=self._chaining_key, info=b"").derive(material)
        return [output[start : start + KEY] for start in range(0, KEY * count, KEY)]

    def mix_hash(self, data: bytes) -> None:
        self.hash = sha256(self.hash + data).digest()

    def mix_key(self, material: bytes) -> None:
        self._chaining_key, key = self._derive(material, 2)
        self._cipher = CipherState(key)

    def mix_key_and_hash(self, material: bytes) -> None:
        self._chaining_key, data, key = self._derive(material, 3)
        self.mix_hash(data)
        self._cipher = CipherState(key)

    @property
    def overhead(self) -> int:
        """By how many bytes encrypting lengthens."""
        return 0 if self._cipher is None else TAG

    def encrypt_and_hash(self, plaintext: bytes) -> bytes:
        ciphertext = plaintext if self._cipher is None else self._cipher.encrypt(plaintext, self.hash)
        self.mix_hash(ciphertext)
        return ciphertext

    def decrypt_and_hash(self, ciphertext: bytes) -> bytes:
        plaintext = ciphertext if self._cipher is None else self._cipher.decrypt(ciphertext, self.hash)
        self.mix_hash(ciphertext)
        return plaintext

    def split(self) -> tuple[CipherState, CipherState]:
        first, second = self._derive(b"", 2)
        return CipherState(first), CipherState(second)


@dataclass(frozen=True, slots=True)
class Transport:
    """What a finished handshake leaves: a cipher for each direction and the handshake's hash, 32 bytes."""

    sending: CipherState
    receiving: CipherState
    handshake_hash: bytes


class Handshake:
    """One end of a handshake. The ends write and read in turn, the initiator first, until `finished`."""

    def __init__(
        self,
        *,
        initiator: bool,
        static: X25519PrivateKey,
        prologue: bytes = b"",
        psk: bytes | None = None,
        ephemeral: X25519PrivateKey | None = None,
    ) -> None:
        """XXpsk3 if there is a `psk` of 32 bytes, XX without one. `ephemeral` is for test vectors only.

        Raises ValueError for a pre-shared key of another length.
        """
        if psk is not None and len(psk) != KEY:
            raise ValueError("a pre-shared key has 32 bytes")
        pattern = "XX" if psk is None else "XXpsk3"
        self._initiator = initiator
        self._static = static
        self._ephemeral = ephemeral or X25519PrivateKey.generate()
        self._psk = psk
        self._messages = _PATTERNS[pattern]
        self._position = 0
        self._dead = False
        self._remote_ephemeral: X25519PublicKey | None = None
        self._remote_static: X25519PublicKey | None = None
        self._symmetric = _SymmetricState(f"Noise_{pattern}_25519_ChaChaPoly_SHA256".encode())
        self._symmetric.mix_hash(prologue)

    @property
    def finished(self) -> bool:
        """Whether all messages of the pattern have passed, so that `split` is due."""
        return self._position == len(self._messages)

    @property
    def remote_static(self) -> bytes:
        """The other end's static key, 32 bytes. Raises NoiseError while it has not been received."""
        return self._public(self._remote_static).public_bytes_raw()

    def write_message(self, payload: bytes = b"") -> bytes:
        """The next message, carrying `payload`. Raises NoiseError out of turn or beyond MAX_MESSAGE bytes."""
        parts = self._begin(writing=True)
        message = b"".join(self._write_part(part) for part in parts)
        message += self._symmetric.encrypt_and_hash(payload)
        if len(message) > MAX_MESSAGE:
            raise NoiseError
        self._end()
        return message

    def read_message(self, message: bytes) -> bytes:
        """The payload of the other end's next message. Raises NoiseError for anything else."""
        parts = self._begin(writing=False)
        if len(message) > MAX_MESSAGE:
            raise NoiseError
        rest = message
        for part in parts:
            rest = self._read_part(part, rest)
        payload = self._symmetric.decrypt_and_hash(rest)
        self._end()
        return payload

    def split(self) -> Transport:
        """The ciphers for what follows. Raises NoiseError unless the handshake is finished."""
        if self._dead or not self.finished:
            raise NoiseError
        self._dead = True
        first, second = self._symmetric.split()
        sending, receiving = (first, second) if self._initiator else (second, first)
        return Transport(sending, receiving, self._symmetric.hash)

    def _begin(self, *, writing: bool) -> tuple[str, ...]:
        mine = self._initiator == (self._position % 2 == 0)
        if self._dead or self.finished or mine != writing:
            raise NoiseError
        self._dead = True  # until the message is done: a state that failed halfway must not be used again
        return self._messages[self._position]

    def _end(self) -> None:
        self._dead = False
        self._position += 1

    def _write_part(self, part: str) -> bytes:
        if part == "e":
            public = self._ephemeral.public_key().public_bytes_raw()
            self._symmetric.mix_hash(public)
            if self._psk is not None:
                self._symmetric.mix_key(public)
            return public
        if part == "s":
            return self._symmetric.encrypt_and_hash(self._static.public_key().public_bytes_raw())
        self._mix(part)
        return b""

    def _read_part(self, part: str, message: bytes) -> bytes:
        if part == "e":
            public, rest = self._take(message, KEY)
            self._remote_ephemeral = X25519PublicKey.from_public_bytes(public)
            self._symmetric.mix_hash(public)
            if self._psk is not None:
                self._symmetric.mix_key(public)
            return rest
        if part == "s":
            sealed, rest = self._take(message, KEY + self._symmetric.overhead)
            public = self._symmetric.decrypt_and_hash(sealed)
            self._remote_static = X25519PublicKey.from_public_bytes(public)
            return rest
        self._mix(part)
        return message

    def _mix(self, part: str) -> None:
        if part == "psk":
            if self._psk is None:
                raise NoiseError
            self._symmetric.mix_key_and_hash(self._psk)
            return
        mine, theirs = (part[0], part[1]) if self._initiator else (part[1], part[0])
        private = self._ephemeral if mine == "e" else self._static
        public = self._public(self._remote_ephemeral if theirs == "e" else self._remote_static)
        try:
            self._symmetric.mix_key(private.exchange(public))
        except ValueError as error:  # a key of small order, by which the secret would be known to anybody
            raise NoiseError from error

    @staticmethod
    def _take(message: bytes, size: int) -> tuple[bytes, bytes]:
        if len(message) < size:
            raise NoiseError
        return message[:size], message[size:]

    @staticmethod
    def _public(key: X25519PublicKey | None) -> X25519PublicKey:
        if key is None:
            raise NoiseError
        return key
