import assert from "node:assert/strict";
import { test } from "node:test";
import { events, waiting } from "./logic/trace.js";

test("messages tell what was said, called, given back and handed over", () => {
  const call = { id: "1", displayName: "look_up", args: { sku: "A" } };
  const messages = [
    { role: "user", chunks: [{ text: "Hello" }] },
    {
      role: "Desk",
      chunks: [
        { toolCall: call },
        { toolResponse: { displayName: "look_up", response: { price: 5 } } },
      ],
    },
    {
      role: "Desk",
      chunks: [{ updatedVariables: { seen: true } }, { agentTransfer: { displayName: "Returns" } }],
    },
    { role: "Returns", chunks: [{ text: "It costs 5." }] },
    { role: "user", chunks: [{ toolResponse: { displayName: "register" } }] },
  ];
  assert.deepEqual(events(messages), [
    { kind: "heard", who: "user", title: "", text: "Hello" },
    { kind: "call", who: "Desk", title: "calls look_up", value: { sku: "A" } },
    { kind: "result", who: "Desk", title: "gets from look_up", value: { price: 5 } },
    { kind: "variables", who: "Desk", title: "sets variables", value: { seen: true } },
    { kind: "transfer", who: "Desk", title: "hands over to Returns" },
    { kind: "said", who: "Returns", title: "", text: "It costs 5." },
    { kind: "result", who: "user", title: "gives the result of register", value: {} },
  ]);
});

test("what nobody knows is shown as it is", () => {
  assert.deepEqual(events([{ chunks: [{ image: {} }] }]), [
    { kind: "other", who: "", title: "sends", value: { image: {} } },
  ]);
});

test("calls of the client's functions wait", () => {
  assert.deepEqual(waiting([{ text: "Wait." }, { toolCalls: { toolCalls: [{ id: "1" }] } }]), [
    { id: "1" },
  ]);
});
