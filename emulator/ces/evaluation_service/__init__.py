"""EvaluationService: golden conversations, replayed with the agents of an app and checked.

- `evaluations`, `evaluation_datasets`, `evaluation_expectations`, `evaluation_results`,
  `evaluation_runs`: the resources, a module a kind; those of clients are `beside_app`
- `generated`: an evaluation made of a conversation
- `run_requests`: what a run is asked for, checked
- `running`: a run over several evaluations, in the background; `unfinished` runs are those that
  were interrupted
- `golden_replay`: one golden conversation, turn by turn, with the agents' real replies
- `expectations`: what a turn was to do, compared with what it did (`observed`), by the `thresholds`
  and by how alike two texts are (`similarity`); `turn_metrics` are measured beside
- `judged_expectations`: what is expected in words, which a language model judges
- `summaries`: what an evaluation shows of its results
"""
