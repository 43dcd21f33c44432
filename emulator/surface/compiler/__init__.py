"""The build step: reads Google's published clients and writes `emulator/surface/compiled/`.

Imported by the build hook and by developers (`python -m emulator.surface.compiler`), never at run
time. Only the standard library, protobuf and the two pinned Google packages may be imported here.
"""
