"""The services of Discovery Engine: a class a gRPC service, a method an RPC, named as in the API.

`environment` is what they share. May import resources, surface, the engines, storage and control.
"""
