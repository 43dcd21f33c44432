"""The plain resources of Discovery Engine, as the standard methods need to know them."""

from __future__ import annotations

from emulator.resources.list_filter import Field, enum_number
from emulator.resources.standard import Kind
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

_SOLUTION_TYPE = enum_number(de.SolutionType)
_ID = r"[a-z0-9][a-z0-9_-]{0,62}"

PROJECT = Kind(message=de.Project, collection="projects", id_pattern=_ID)
DATA_STORE = Kind(
    message=de.DataStore,
    collection="dataStores",
    id_pattern=_ID,
    default_page=10,
    maximum_page=50,
    filters={"solution_type": Field("solution_types", _SOLUTION_TYPE, is_list=True)},
)
ENGINE = Kind(
    message=de.Engine,
    collection="engines",
    id_pattern=_ID,
    filters={"solution_type": Field("solution_type", _SOLUTION_TYPE)},
)
SCHEMA = Kind(
    message=de.Schema,
    collection="schemas",
    id_pattern=r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}",
    default_page=100,
)
SERVING_CONFIG = Kind(
    message=de.ServingConfig,
    collection="servingConfigs",
    id_pattern=r"[A-Za-z0-9][A-Za-z0-9_-]{3,62}",
)
ASSISTANT = Kind(message=de.Assistant, collection="assistants", id_pattern=_ID)
CONTROL = Kind(message=de.Control, collection="controls", id_pattern=_ID)
TARGET_SITE = Kind(message=de.TargetSite, collection="targetSites", id_pattern=_ID)
SITEMAP = Kind(message=de.Sitemap, collection="sitemaps", id_pattern=_ID)
SAMPLE_QUERY_SET = Kind(
    message=de.SampleQuerySet, collection="sampleQuerySets", id_pattern=_ID, default_page=100
)
SAMPLE_QUERY = Kind(
    message=de.SampleQuery, collection="sampleQueries", id_pattern=_ID, default_page=100
)
EVALUATION = Kind(message=de.Evaluation, collection="evaluations", id_pattern=_ID, default_page=100)
IDENTITY_MAPPING_STORE = Kind(
    message=de.IdentityMappingStore,
    collection="identityMappingStores",
    id_pattern=r"[A-Za-z0-9_-]{1,63}",
    default_page=100,
)
DEFAULT_SCHEMA = "default_schema"
RECOMMENDATION = de.SolutionType.Value("SOLUTION_TYPE_RECOMMENDATION")


def is_website(data_store: Message) -> bool:
    """Whether the documents of a data store are the pages of a website."""
    return bool(data_store.content_config == de.DataStore.PUBLIC_WEBSITE)


def is_structured(data_store: Message) -> bool:
    """Whether the documents of a data store are records, not files or pages.

    "If this field is unset, the server behavior defaults to ContentConfig.NO_CONTENT"; the
    service goes on to show it as unset.
    """
    config = de.DataStore.ContentConfig
    return data_store.content_config in (config.CONTENT_CONFIG_UNSPECIFIED, config.NO_CONTENT)
