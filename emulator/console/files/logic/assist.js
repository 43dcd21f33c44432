/** What an assistant answered, as an answer of `:answer`: so both are shown alike. */

/** @param {Record<string, any>} answer an AssistAnswer @returns {Record<string, any>} an Answer */
export function asAnswer({ state, assistSkippedReasons = [], replies = [] }) {
  const { content, textGroundingMetadata } = replies[0]?.groundedContent ?? {};
  const { segments = [], references = [] } = textGroundingMetadata ?? {};
  return {
    state,
    answerText: content?.text ?? "",
    answerSkippedReasons: assistSkippedReasons,
    citations: segments.map(({ startIndex, endIndex, referenceIndices = [] }) => ({
      startIndex,
      endIndex,
      sources: referenceIndices.map((place) => ({ referenceId: String(place) })),
    })),
    references: references.map((reference) => ({ chunkInfo: reference })),
  };
}
