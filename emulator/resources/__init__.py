"""What most resources share.

- `standard`: the standard methods get, list, create, update, delete (AIP-131 to 135)
- `masks`: field masks (AIP-134); `paging`: page tokens (AIP-158)
- `list_filter`: filters and orders of lists (AIP-160, AIP-132)
- `operations`: long-running operations (AIP-151); `background`: work that no client waits for
- `unfinished`: resources that an earlier process was still making
- `worker`: marks methods that run on a worker thread
- `not_found`: NOT_FOUND with what may be meant; `locations`: the locations of the service

May import surface, storage and control; services build on it.
"""
