"""Peers on a network, by Trio: channels, joining, gossip, storage."""
