"""One run of an evaluation: every sample query searched for, and what was found measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.evaluations import metrics
from emulator.discoveryengine.evaluations.retrieved import ranked_documents, ranked_pages
from emulator.discoveryengine.evaluations.targets import relevant_documents, relevant_pages
from emulator.discoveryengine.search.dynamic_facets import DynamicFacets
from emulator.discoveryengine.search.pipeline import SearchPipeline
from emulator.surface import names
from emulator.surface.errors import ApiError, failed_precondition
from emulator.surface.messages import copied
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.status import status

_MOST_ERRORS = 100


class EvaluationRun:
    """Sample queries, searched for as a SearchRequest says; its results and their errors.

    A query without targets, or whose search fails, has no metrics: it is one of the errors, of
    which 100 are kept.
    """

    def __init__(
        self, environment: Environment, search: Message, queries: Sequence[Message]
    ) -> None:
        self._environment = environment
        self._dynamic = DynamicFacets(environment)
        self._search = search
        self._queries = queries
        self.results: list[Message] = []
        self.errors: list[Message] = []

    def check(self) -> None:
        """Refuse at once what a search for the first of the queries would be refused for."""
        self._pipeline(self._queries[0])

    def run(self) -> Iterator[None]:
        """Search for the queries; yields after each."""
        for query in self._queries:
            try:
                self.results.append(self._result(query))
            except ApiError as error:
                self._keep(query, error)
            yield

    def quality(self) -> Message:
        """The QualityMetrics over all queries; FAILED_PRECONDITION if none has any."""
        if not self.results:
            raise failed_precondition(
                f"No sample query could be evaluated: {self.errors[0].message}"
            )
        return metrics.mean([one.quality_metrics for one in self.results])

    def _result(self, query: Message) -> Message:
        documents, pages = relevant_documents(query), relevant_pages(query)
        if not documents:
            raise failed_precondition("it has no target with a score above 0.")
        response = self._pipeline(query).response()
        result = de.ListEvaluationResultsResponse.EvaluationResult(sample_query=query)
        quality, ranked = result.quality_metrics, ranked_documents(response)
        for field, metric in (
            ("doc_recall", metrics.recall),
            ("doc_precision", metrics.precision),
            ("doc_ndcg", metrics.ndcg),
        ):
            getattr(quality, field).CopyFrom(metrics.at_cutoffs(metric, ranked, documents))
        if pages and self._shows_pages:
            shown = ranked_pages(response)
            quality.page_recall.CopyFrom(metrics.at_cutoffs(metrics.recall, shown, pages))
            quality.page_ndcg.CopyFrom(metrics.at_cutoffs(metrics.ndcg, shown, pages))
        return result

    @property
    def _shows_pages(self) -> bool:
        spec = self._search.content_search_spec.extractive_content_spec
        return bool(spec.max_extractive_answer_count)

    def _pipeline(self, query: Message) -> SearchPipeline:
        request = copied(self._search)
        request.query, request.page_size = query.query_entry.query, metrics.MOST_RANKED
        return SearchPipeline(self._environment, self._dynamic, request)

    def _keep(self, query: Message, error: ApiError) -> None:
        if len(self.errors) < _MOST_ERRORS:
            failed = status(error)
            failed.message = f"{names.resource_id(query.name)}: {error.told}"
            self.errors.append(failed)
