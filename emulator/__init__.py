"""A local stand-in for discoveryengine.googleapis.com and ces.googleapis.com.

Rooms: `transports` (the doors), `surface` (the API's shape), `discoveryengine` and `ces`
(behaviour), `retrieval`, `answering` and `ingestion` (engines), `storage` (the only SQL).
"""

__version__ = "0.1.0"
