"""Data store tools: what is refused of them, and what the service tells of their data stores."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import ces
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_COLLECTION = "projects/*/locations/*/collections/*"
_KIND = ces.DataStore.DataStoreType
_MODE = ces.DataStore.DocumentProcessingMode
_CONTENT = de.DataStore.ContentConfig
_KINDS = {
    _CONTENT.CONTENT_CONFIG_UNSPECIFIED: _KIND.FAQ,
    _CONTENT.NO_CONTENT: _KIND.FAQ,
    _CONTENT.CONTENT_REQUIRED: _KIND.UNSTRUCTURED,
    _CONTENT.PUBLIC_WEBSITE: _KIND.PUBLIC_WEB,
    _CONTENT.GOOGLE_WORKSPACE: _KIND.CONNECTOR,
}
_HAVE_A_MODE = (_KIND.UNSTRUCTURED, _KIND.PUBLIC_WEB)


def check_values(tool: Message, where: str) -> None:
    """INVALID_ARGUMENT for a modality that is there twice, and for what names no data store."""
    seen = set()
    for place, config in enumerate(tool.modality_configs):
        if config.modality_type in seen:
            path = f"{where}.modality_configs[{place}].modality_type"
            raise invalid_argument(path, "each may be there once.")
        seen.add(config.modality_type)
    for place, specs in enumerate(tool.boost_specs):
        for name in specs.data_stores:
            _check_form(f"{where}.boost_specs[{place}].data_stores", name, "dataStores")


def sources(tool: Message) -> list[str]:
    """The names of what a tool searches."""
    return [name for _, name, _ in _sources(tool, "")]


def check_sources(connection: Connection, tool: Message, where: str) -> None:
    """INVALID_ARGUMENT for a data store or an engine that is not here, or stores of two regions."""
    first = ""
    for path, name, kind in _sources(tool, where):
        canonical = _check_form(path, name, kind)
        if resources.get(connection, canonical) is None:
            raise invalid_argument(path, f"Reference not found: {name}.")
        first = first or names.location(canonical)
        if names.location(canonical) != first:
            raise invalid_argument(path, f"all of a tool's data stores must be in {first}.")


def _check_form(path: str, name: str, kind: str) -> str:
    """The canonical name; INVALID_ARGUMENT for one that cannot be of that kind."""
    canonical = names.canonical(name)
    if not names.matches(canonical, f"{_COLLECTION}/{kind}/*"):
        raise invalid_argument(path, f"'{name[:200]}' is not of the form {_COLLECTION}/{kind}/*.")
    return canonical


def describe(connection: Connection, tool: Message) -> None:
    """Write into the tool's data stores what they are; nothing for those that are not here."""
    for store in _stores(tool):
        body = resources.get(connection, names.canonical(store.name))
        found = de.DataStore() if body is None else de.DataStore.FromString(body)
        kind = 0 if body is None else _kind(found)
        store.ClearField("connector_config")
        store.ClearField("create_time")
        if body is not None:
            store.create_time.CopyFrom(found.create_time)
        store.display_name, store.type = found.display_name, kind
        chunked = found.document_processing_config.HasField("chunking_config")
        mode = _MODE.CHUNKS if chunked else _MODE.DOCUMENTS
        store.document_processing_mode = mode if kind in _HAVE_A_MODE else 0


def _kind(data_store: Message) -> int:
    if data_store.is_infobot_faq_data_store:
        return int(_KIND.FAQ)
    return int(_KINDS[data_store.content_config])


def _stores(tool: Message) -> Iterator[Message]:
    if tool.data_store_source.HasField("data_store"):
        yield tool.data_store_source.data_store
    for source in tool.engine_source.data_store_sources:
        if source.HasField("data_store"):
            yield source.data_store


def _sources(tool: Message, where: str) -> Iterator[tuple[str, str, str]]:
    """The path of each name, the name, and the collection that it must be of."""
    if tool.HasField("engine_source"):
        yield f"{where}.engine_source.engine", tool.engine_source.engine, "engines"
        for place, source in enumerate(tool.engine_source.data_store_sources):
            path = f"{where}.engine_source.data_store_sources[{place}].data_store.name"
            yield path, source.data_store.name, "dataStores"
    elif tool.HasField("data_store_source"):
        name = tool.data_store_source.data_store.name
        yield f"{where}.data_store_source.data_store.name", name, "dataStores"
