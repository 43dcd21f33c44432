/** Questions and their answers, one after the other in a session. */

import { get } from "../api.js";
import { attempted, fold, h, labelled } from "../dom.js";
import { asAnswer } from "../logic/assist.js";
import { id, target } from "../logic/names.js";
import { withMore } from "../logic/request.js";
import { answered } from "./answer.js";
import { exchange } from "./call.js";
import { chips, conversation, turn } from "./conversation.js";
import { placeBar, targets } from "./place_bar.js";

/** Questions that the demo corpus answers, for a first look. */
const EXAMPLES = {
  "demo/engines/demo": [
    "How long is the warranty on the Skylark 3?",
    "What should I do if the Rook 2 is offline?",
    "Which gateway do I need for the Plover Deep?",
  ],
};

/** @param {import("../logic/place.js").Place} given */
export async function ask(given) {
  const found = await targets(given);
  const { place } = found;
  const words = { label: "Ask a question", button: "Ask", more: options() };
  const talk = conversation(place, words, (text, form) => answer(text, form, place, talk.ask));
  if (place.session) talk.turns.append(...(await attempted(() => earlier(place, talk.ask))));
  const examples = EXAMPLES[`${place.project}/${place.target}`] ?? [];
  const empty = h(
    "div",
    { class: "empty" },
    h("h2", {}, "Ask your documents"),
    chips(examples, talk.ask),
  );
  return h(
    "div",
    { class: "ask" },
    h("h1", { class: "unseen" }, "Ask"),
    placeBar(found),
    place.target && [talk.turns, empty, talk.form],
  );
}

/**
 * One question.
 *
 * @param {string} text @param {FormData} form @param {any} place
 * @param {(text: string) => void} asked
 */
function answer(text, form, place, asked) {
  const path = `v1/${target(place)}/servingConfigs/default_search:answer`;
  const body = request(text, place, form);
  return exchange({ verb: "POST", path, body }, (response, told) => {
    place.session = response.session && id(response.session.name);
    return answered(response.answer, text, asked, told);
  });
}

/**
 * The turns of a session that was begun before.
 *
 * @param {any} place @param {(text: string) => void} asked
 */
async function earlier(place, asked) {
  const path = `v1/${target(place)}/sessions/${place.session}`;
  const { turns = [] } = await get(path, { includeAnswerDetails: "true" });
  return turns.map(({ query: { text }, detailedAnswer, detailedAssistAnswer }) => {
    const answer = detailedAnswer ?? (detailedAssistAnswer && asAnswer(detailedAssistAnswer));
    return turn(
      text,
      answer
        ? answered(answer, text, asked, [])
        : h("p", { class: "dim" }, "A search without an answer."),
    );
  });
}

const IGNORED = [
  ["ignoreAdversarialQuery", "Ignore adversarial questions"],
  ["ignoreNonAnswerSeekingQuery", "Ignore questions that seek no answer"],
  ["ignoreLowRelevantContent", "Ignore content of low relevance"],
];

/** @param {string} text @param {any} place @param {FormData} form */
function request(text, place, form) {
  const flags = Object.fromEntries(
    IGNORED.filter(([name]) => form.has(name)).map(([name]) => [name, true]),
  );
  const filter = String(form.get("filter")).trim();
  const body = {
    query: { text },
    session: `${target(place)}/sessions/${place.session || "-"}`,
    ...(filter && { searchSpec: { searchParams: { filter } } }),
    answerGenerationSpec: { includeCitations: true, ...flags },
    groundingSpec: { includeGroundingSupports: true },
    relatedQuestionsSpec: { enable: true },
  };
  return withMore(body, String(form.get("more")));
}

function options() {
  const checks = IGNORED.map(([name, label]) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", name }), label),
  );
  const filter = h("input", {
    name: "filter",
    placeholder: 'category: ANY("policy")',
    spellcheck: "false",
  });
  const placeholder = '{"safetySpec": {"enable": true}}';
  const more = h("textarea", { name: "more", rows: "3", spellcheck: "false", placeholder });
  return fold(
    "Options",
    h("div", { class: "checks" }, checks),
    labelled("Filter", filter),
    labelled("Further fields of the request, as JSON", more),
  );
}
