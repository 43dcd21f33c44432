"""The API's shape: messages, methods, HTTP rules and field behaviours of every version.

Compiled from Google's published clients by `compiler`, loaded by `registry`. For transports and
services.
"""
