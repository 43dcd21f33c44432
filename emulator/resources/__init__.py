"""What most resources share: the standard methods (AIP-131 to 135), field masks (AIP-134), paging
(AIP-158), filters (AIP-160) and long-running operations (AIP-151).

May import surface, storage and control; services build on it.
"""
