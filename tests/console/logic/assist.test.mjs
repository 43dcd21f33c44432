import assert from "node:assert/strict";
import { test } from "node:test";
import { asAnswer } from "./logic/assist.js";

test("a reply has the text, the citations and the references of an answer", () => {
  const reference = { content: "It lasts.", documentMetadata: { title: "Warranty" } };
  const textGroundingMetadata = {
    segments: [{ endIndex: "9", referenceIndices: [0], groundingScore: 1, text: "It lasts." }],
    references: [reference],
  };
  const groundedContent = { content: { role: "model", text: "It lasts." }, textGroundingMetadata };
  assert.deepEqual(asAnswer({ state: "SUCCEEDED", replies: [{ groundedContent }] }), {
    state: "SUCCEEDED",
    answerText: "It lasts.",
    answerSkippedReasons: [],
    citations: [{ startIndex: undefined, endIndex: "9", sources: [{ referenceId: "0" }] }],
    references: [{ chunkInfo: reference }],
  });
});

test("what was skipped has its reasons and no text", () => {
  const assistSkippedReasons = ["CUSTOMER_POLICY_VIOLATION"];
  assert.deepEqual(asAnswer({ state: "SKIPPED", assistSkippedReasons }), {
    state: "SKIPPED",
    answerText: "",
    answerSkippedReasons: assistSkippedReasons,
    citations: [],
    references: [],
  });
});
