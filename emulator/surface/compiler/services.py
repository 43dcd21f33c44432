"""Service descriptors for server reflection; the files of the client packages hold none."""

from collections.abc import Iterable

from google.protobuf.descriptor_pb2 import FileDescriptorProto

from .methods import Method
from .packages import Package


def services_file(package: Package, methods: Iterable[Method]) -> FileDescriptorProto:
    """A file with all services of one API version; `link` has to add its imports."""
    file = FileDescriptorProto(
        name=f"google/cloud/{package.api}/{package.version}/services.proto",
        package=package.proto,
        syntax="proto3",
    )
    by_service: dict[str, list[Method]] = {}
    for method in methods:
        if not method.is_mixin_of(package):
            by_service.setdefault(method.service, []).append(method)
    for name in sorted(by_service):
        service = file.service.add(name=name.rpartition(".")[2])
        for method in sorted(by_service[name], key=lambda method: method.rpc):
            # False is left unset: other runtimes write a set flag out as "stream".
            service.method.add(
                name=method.rpc,
                input_type=f".{method.request}",
                output_type=f".{method.response}",
                client_streaming=method.client_streaming or None,
                server_streaming=method.server_streaming or None,
            )
    return file
