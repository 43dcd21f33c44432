"""The build step: reads Google's published clients and writes `emulator/surface/compiled/`.

- `hook` runs it when the package is built; `build` makes all files, `artifact` writes them
- `packages`: the clients that are read; `descriptors`, `services`, `methods`, `operations` and
  `docstrings` are what is read of each, `walk` finds messages and `plaintext` makes text readable
- `overlay` adds the `overlay_fields` of `discovery_engine_overlay` and `ces_overlay`,
  `overlay_methods` the methods that the service has and the clients lack
- `union`: all versions as one; `cleaning` takes out what is not needed
- `document`: what is said of the API beside the descriptors

Imported by the build hook and by developers (`python -m emulator.surface.compiler`), never at run
time. Only the standard library, protobuf and the two pinned Google packages may be imported here.
"""
