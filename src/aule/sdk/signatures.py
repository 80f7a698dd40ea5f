"""Signatures of files of strangers, in the form of minisign: read a public key, and check what it signed."""

from aule.stores.home.signatures import LARGEST, BadSignature, PublicKey, check, read_key

__all__ = ["LARGEST", "BadSignature", "PublicKey", "check", "read_key"]
