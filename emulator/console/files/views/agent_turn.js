/** What an app answered in one turn, and how its agents came to it. */

import { failure, fold, h, json, labelled, outward } from "../dom.js";
import { events, waiting } from "../logic/trace.js";
import { turn } from "./conversation.js";

/**
 * @param {any[]} outputs of runSession
 * @param {(call: any, response: object) => void} answerCall gives the result of a client's function
 */
export function agentTurn(outputs, answerCall) {
  const steps = events(outputs.flatMap((output) => output.diagnosticInfo?.messages ?? []));
  return [
    trace(steps.filter(({ kind }) => kind !== "heard" && kind !== "said")),
    outputs.map(said),
    waiting(outputs).map((call) => resultForm(call, answerCall)),
  ];
}

/** A turn that is kept. @param {{messages?: any[]}} kept */
export function earlierTurn({ messages }) {
  const all = events(messages);
  const heard = all
    .filter(({ kind }) => kind === "heard")
    .map(({ text }) => text)
    .join("\n");
  return turn(
    heard || "A result",
    trace(all.filter(({ kind }) => kind !== "heard" && kind !== "said")),
    all.filter(({ kind }) => kind === "said").map(({ text }) => h("p", { class: "answer" }, text)),
  );
}

/** @param {any} output */
function said({ text, citations, endSession, payload }) {
  return [
    text && h("p", { class: "answer" }, text),
    payload && fold("Payload", json(payload)),
    citations &&
      fold(`Sources: ${citations.citedChunks.length}`, citations.citedChunks.map(source)),
    endSession && h("p", { class: "notice" }, "The session has ended."),
  ];
}

/** @param {any} chunk */
function source({ title, uri = "", text }) {
  return [h("h3", {}, outward(uri, title || uri)), h("p", { class: "chunk" }, text)];
}

/** @param {import("../logic/trace.js").Event[]} steps */
function trace(steps) {
  if (!steps.length) return null;
  return h(
    "ol",
    { class: "trace", "aria-label": "What the agents did" },
    steps.map(({ kind, who, title, value }) => {
      const line = [
        h("strong", {}, who),
        " ",
        title,
        value !== undefined && h("code", { class: "dim" }, ` ${brief(value)}`),
      ];
      return h("li", { class: kind }, value === undefined ? line : fold(line, json(value)));
    }),
  );
}

const SHORT = 80;

/** @param {unknown} value */
function brief(value) {
  const text = JSON.stringify(value);
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}

/** @param {any} call @param {(call: any, response: object) => void} answerCall */
function resultForm(call, answerCall) {
  const problem = h("div");
  const submit = (event) => {
    event.preventDefault();
    try {
      answerCall(call, JSON.parse(String(new FormData(form).get("response"))));
      form.remove();
    } catch (error) {
      problem.replaceChildren(failure(error));
    }
  };
  const field = h(
    "textarea",
    { name: "response", rows: "3", spellcheck: "false" },
    '{"message": "Done."}',
  );
  const form = h(
    "form",
    { class: "result", onsubmit: submit },
    h(
      "p",
      {},
      h("strong", {}, call.displayName),
      " is a function of the client. It was called with",
    ),
    json(call.args ?? {}),
    labelled("Its result, as JSON", field),
    h("button", {}, "Send the result"),
    problem,
  );
  return form;
}
