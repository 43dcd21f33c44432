"""EvaluationService's datasets: evaluations that are run together."""

from __future__ import annotations

from emulator.ces.evaluation_service.beside_app import BesideApp
from emulator.ces.evaluation_service.evaluations import DATASETS


class EvaluationDatasets(BesideApp):
    """Datasets of an app; each evaluation in one must be there."""

    collection, field = DATASETS, "evaluation_dataset"
