"""Every implemented service of Discovery Engine, by the name of its gRPC service."""

from __future__ import annotations

from emulator.discoveryengine.answers import AnswerService
from emulator.discoveryengine.conversations import ConversationService
from emulator.discoveryengine.data_stores import DataStoreService
from emulator.discoveryengine.documents import DocumentService
from emulator.discoveryengine.engines import EngineService
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.schemas import SchemaService
from emulator.discoveryengine.search import SearchService
from emulator.discoveryengine.serving_configs import ServingConfigService
from emulator.discoveryengine.sessions import SessionService


def services(environment: Environment) -> dict[str, tuple[object, ...]]:
    """The objects that implement each service, over one environment.

    Sessions, conversations and answers are one service of the API and three parts of the code.
    """
    sessions = SessionService(environment)
    return {
        "ConversationalSearchService": (
            sessions,
            ConversationService(environment),
            AnswerService(environment),
        ),
        "DataStoreService": (DataStoreService(environment),),
        "DocumentService": (DocumentService(environment),),
        "EngineService": (EngineService(environment),),
        "SchemaService": (SchemaService(environment),),
        "SearchService": (SearchService(environment),),
        "ServingConfigService": (ServingConfigService(environment),),
        "SessionService": (sessions,),
    }
