/** One answer: its text with citations, its references, how it was made, what to ask next. */

import { badge, fold, h } from "../dom.js";
import { numbering, segments } from "../logic/citations.js";
import { chips } from "./conversation.js";
import { preview, reference } from "./reference.js";
import { searches, steps } from "./steps.js";

/**
 * @param {Record<string, any>} answer of the API @param {string} question
 * @param {(text: string) => void} asked for questions that are chosen
 * @param {any[]} told parts that tell of the call
 */
export function answered(answer, question, asked, told) {
  const { answerText = "", citations, references = [], relatedQuestions = [] } = answer;
  const cut = segments(answerText, citations);
  const { order, cited } = numbering(cut, references.length);
  const cards = order.map((place, at) => {
    const quoted = cut.filter((one) => one.references.includes(place)).map((one) => one.text);
    return reference(references[place], at + 1, quoted);
  });
  const mark = (place) => marker(order.indexOf(place) + 1, cards[order.indexOf(place)]);
  const text = cut.map((one) => {
    const marks = one.references.filter((place) => place < references.length).map(mark);
    return h("span", { class: "segment" }, h("span", { class: "words" }, one.text), marks);
  });
  return [
    badges(
      answer,
      searches(answer).filter((query) => query !== question),
    ),
    h("p", { class: "answer" }, text),
    cited > 0 &&
      h("section", { class: "references", "aria-label": "References" }, cards.slice(0, cited)),
    relatedQuestions.length > 0 &&
      h(
        "section",
        { class: "related" },
        h("h3", {}, "Related questions"),
        chips(relatedQuestions, asked),
      ),
    h(
      "div",
      { class: "more" },
      cards.length > cited && fold(`Also found: ${cards.length - cited}`, cards.slice(cited)),
      steps(answer),
      told,
    ),
  ];
}

/** The number of a reference in the text: shows it when pointed at, opens it when chosen. */
function marker(number, card) {
  const open = () => {
    hide();
    card.open = true;
    card.querySelector("summary").focus();
    card.scrollIntoView({ block: "nearest" });
  };
  const { show, hide } = preview(card);
  const label = `Reference ${number}: ${card.dataset.title}`;
  const dismiss = (event) => event.key === "Escape" && hide();
  const looked = { onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide };
  return h(
    "button",
    {
      type: "button",
      class: "marker",
      "aria-label": label,
      onclick: open,
      onkeydown: dismiss,
      ...looked,
    },
    String(number),
  );
}

/**
 * What is to be known of an answer at a glance.
 *
 * @param {Record<string, any>} answer @param {string[]} rephrased
 */
function badges(
  { state = "", answerSkippedReasons = [], queryUnderstandingInfo, safetyRatings = [], ...answer },
  rephrased,
) {
  const kinds = (queryUnderstandingInfo?.queryClassificationInfo ?? []).filter(
    (one) => one.positive,
  );
  const blocked = safetyRatings.filter((one) => one.blocked);
  const all = [
    state !== "SUCCEEDED" && badge(state, "warn"),
    answerSkippedReasons.map((reason) => badge(`Skipped: ${reason}`, "warn")),
    kinds.map((one) => badge(one.type, "warn")),
    blocked.map((one) => badge(`Blocked: ${one.category}`, "warn")),
    rephrased.map((query) => badge(`Searched for: ${query}`)),
    grounding(answer),
  ];
  return h("p", { class: "badges" }, all);
}

/** @param {Record<string, any>} answer */
function grounding({ groundingScore: score, groundingSupports: parts = [] }) {
  if (score === undefined) return null;
  return badge(`Grounding ${score.toFixed(2)}, ${parts.length} checked`);
}
