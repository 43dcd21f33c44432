"""DataStoreService's DocumentProcessingConfig, the singleton of each data store (v1alpha)."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.indexing.processing_rules import (
    check_processing,
    chunking,
    keep_chunking,
    show_processing,
)
from emulator.resources import masks
from emulator.surface import names
from emulator.surface.registry import Message

_WHERE = "document_processing_config"
_SINGLETON = "/documentProcessingConfig"


class ProcessingConfigs(Service):
    """The config is a field of its data store, which it is stored with."""

    def get_document_processing_config(self, request: Message) -> Message:
        """The config; one that says nothing is there too."""
        name = names.canonical(request.name)
        with self.environment.store.read() as connection:
            data_store = self.data_stores.require(connection, name.removesuffix(_SINGLETON))
        config = data_store.document_processing_config
        config.name = name
        return config

    def update_document_processing_config(self, request: Message) -> Message:
        """Change the masked fields; documents that are there already stay as they were read."""
        name = names.canonical(request.document_processing_config.name)
        with self.environment.store.write() as connection:
            data_store = self.data_stores.require(connection, name.removesuffix(_SINGLETON))
            config = data_store.document_processing_config
            before = chunking(config)
            paths = request.update_mask.paths
            masks.update(config, request.document_processing_config, paths)
            check_processing(config, _WHERE)
            keep_chunking(before, config, paths, _WHERE)
            show_processing(data_store, data_store.name)
            self.data_stores.save(connection, data_store)
        return config
