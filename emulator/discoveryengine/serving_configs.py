"""ServingConfigService."""

from __future__ import annotations

from emulator.answering.rules import rules
from emulator.discoveryengine.controls.parents import control_parent
from emulator.discoveryengine.controls.rules import ID_FIELDS, MOST_IDS, OTHER_ID_FIELDS
from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.recommendations.requests import MOST_OF_CATEGORY
from emulator.discoveryengine.resource_kinds import RECOMMENDATION
from emulator.discoveryengine.retrieval.scope.targets import default_id, is_default, stored_name
from emulator.resources import masks, paging
from emulator.retrieval.ranking.expression import (
    PRODUCT,
    RankingExpressionError,
    parse_expression,
)
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import (
    ApiError,
    Code,
    already_exists,
    failed_precondition,
    invalid_argument,
    invalid_verbatim,
    missing_field,
    not_found,
    unimplemented,
)
from emulator.surface.messages import copied, protobuf
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_choice, check_size, check_text

_MAX_DISPLAY_NAME = 128
_PAGE = 100
_MOST = 100  # "otherwise a RESOURCE_EXHAUSTED error is returned" (servingConfigs.create)


class ServingConfigService(Service):
    """Serving configs: every engine and data store has one, under several ids.

    The default config is stored when it is first changed; it is answered under the id asked for.
    """

    def get_serving_config(self, request: Message) -> Message:
        """The serving config under the id that was asked for."""
        with self.environment.store.read() as connection:
            return self._find(connection, names.canonical(request.name))

    def list_serving_configs(self, request: Message) -> Message:
        """The default config under its first id, then those that were created."""
        page = paging.OffsetPage.of(request, _PAGE, _PAGE)
        shown, token = page.cut(self._all(names.canonical(request.parent)))
        return de.ListServingConfigsResponse(serving_configs=shown, next_page_token=token)

    def create_serving_config(self, request: Message) -> Message:
        """Create a further serving config."""
        parent, config_id = names.canonical(request.parent), request.serving_config_id
        config = masks.writable(request.serving_config)
        _check(config)
        with self.environment.store.write() as connection:
            owner = self.require_parent(connection, parent)
            if is_default(name := f"{parent}/servingConfigs/{config_id}", owner):
                raise already_exists("ServingConfig", name)
            self._check_controls(connection, parent, de.ServingConfig(), config)
            if len(self._all(parent)) >= _MOST:
                raise ApiError(
                    Code.RESOURCE_EXHAUSTED, f"{parent} has {_MOST} serving configs already."
                )
            return self.serving_configs.add(connection, parent, config_id, config)

    def update_serving_config(self, request: Message) -> Message:
        """Change the masked fields; all ids of the default config show the change."""
        asked = names.canonical(request.serving_config.name)
        with self.environment.store.write() as connection:
            before = self._find(connection, asked)
            config = copied(before)
            paths = request.update_mask.paths
            masks.update(config, request.serving_config, paths, replaces=True)
            _check(config)
            self._check_controls(connection, names.parent(asked), before, config)
            owner = self.require_parent(connection, names.parent(asked))
            config.name = stored_name(asked, owner)
            self.serving_configs.save_default(connection, config)
        config.name = asked
        return config

    def delete_serving_config(self, request: Message) -> Message:
        """Delete a serving config that was created; the default one stays."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            if is_default(name, self.require_parent(connection, names.parent(name))):
                raise failed_precondition(f"The default serving config {name} cannot be deleted.")
            self.serving_configs.remove(connection, name)
        return protobuf.Empty()

    def _check_controls(
        self, connection: Connection, parent: str, before: Message, config: Message
    ) -> None:
        """INVALID_ARGUMENT for too many controls, and for new ids of none or of another kind.

        Those that were there before may be of controls that have been deleted since.
        """
        place = control_parent(self.environment, connection, parent)
        for kind, field in ID_FIELDS.items():
            ids, where = getattr(config, field), f"serving_config.{field}"
            check_size(ids, MOST_IDS[field], where)
            known = getattr(before, field)
            for control_id in (one for one in ids if one not in known):
                name = f"{place}/controls/{control_id}"
                control = self.controls.find(connection, name)
                if control is None:
                    raise invalid_argument(where, f"there is no Control {name}.")
                if control.WhichOneof("action") != kind:
                    raise invalid_argument(where, f"Control {name} has no {kind}.")
        for field in OTHER_ID_FIELDS:
            for control_id in getattr(config, field):
                reason = f"'{control_id}' cannot be one: no control has such an action."
                raise invalid_argument(f"serving_config.{field}", reason)

    def _all(self, parent: str) -> list[Message]:
        with self.environment.store.read() as connection:
            owner = self.require_parent(connection, parent)
            default = self._find(connection, f"{parent}/servingConfigs/{default_id(owner)}")
        stored = self.serving_configs.all(parent)
        return [default, *(one for one in stored if not is_default(one.name, owner))]

    def _find(self, connection: Connection, name: str) -> Message:
        owner = self.require_parent(connection, names.parent(name))
        body = resources.get(connection, stored_name(name, owner))
        if body is not None:
            config = de.ServingConfig.FromString(body)
        elif is_default(name, owner):
            config = _default(owner)
        else:
            raise not_found("ServingConfig", name)
        config.name = name
        return config


def _default(owner: Message) -> Message:
    search = de.SolutionType.Value("SOLUTION_TYPE_SEARCH")
    config = de.ServingConfig(
        display_name="Default serving config",
        solution_type=getattr(owner, "solution_type", search),
    )
    config.create_time.CopyFrom(owner.create_time)
    config.update_time.CopyFrom(owner.create_time)
    return config


def _check(config: Message) -> None:
    check_text(config.display_name, _MAX_DISPLAY_NAME, "serving_config.display_name")
    if not config.solution_type:
        raise missing_field("serving_config.solution_type")
    if config.ranking_expression:
        _check_expression(config.ranking_expression)
    _check_diversity(config)
    if config.guided_search_spec.ByteSize():
        raise unimplemented("serving_config.guided_search_spec")
    _check_classifier(config.answer_generation_spec.user_defined_classifier_spec)


def _check_diversity(config: Message) -> None:
    """It "can only be set if SolutionType is SOLUTION_TYPE_RECOMMENDATION"."""
    level, where = config.diversity_level, "serving_config.diversity_level"
    if level and config.solution_type != RECOMMENDATION:
        raise invalid_argument(where, "only a config for recommendations can have it.")
    if level:
        check_choice(level, MOST_OF_CATEGORY, where)


def _check_classifier(spec: Message) -> None:
    """A model would read the preamble; here patterns tell which questions are of the class."""
    if spec.enable_user_defined_classifier and not rules().user_defined:
        raise unimplemented(
            "serving_config.answer_generation_spec.user_defined_classifier_spec",
            "give patterns for the questions that it is to find as `user_defined` in --rules",
        )


def _check_expression(text: str) -> None:
    """INVALID_ARGUMENT for what is no expression of relevance and embeddings, as recorded.

    A formula of other signals is for searches, which say with it that it is one.
    """
    try:
        parse_expression(text, lambda name: name == "relevance_score", {PRODUCT})
    except RankingExpressionError as error:
        message = f'ServingConfig ranking expression "{text[:500]}" is invalid: {error}.'
        raise invalid_verbatim("serving_config.ranking_expression", message) from None
