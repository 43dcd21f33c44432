"""The discovery documents, from which clients that know no API make one.

`document` is the whole of one version of one API, `methods` are its methods under the resources of
their paths, `schemas` its messages, and `routes` the places where clients look for it.
"""
