/** Turns one after the other, and below them the line to write the next. */

import { attempted, chip, h, waiting } from "../dom.js";
import { format } from "../logic/place.js";

/**
 * @param {any} place whose `session` is empty until there is one
 * @param {{label: string, button: string, more?: any}} words `more` are further fields
 * @param {(text: string, form: FormData) => Promise<any>} said what to show of what somebody says
 */
export function conversation(place, { label, button, more = null }, said) {
  const turns = h("div", { class: "turns", "aria-live": "polite" });
  let before = Promise.resolve();
  const session = h("p", { class: "session dim" });
  const field = h("input", {
    placeholder: label,
    "aria-label": label,
    autocomplete: "off",
    "data-focus": "",
  });
  const form = h(
    "form",
    { class: "composer", onsubmit: submit },
    session,
    h("div", { class: "line" }, field, h("button", { class: "primary" }, button)),
    more,
  );
  showSession();
  return { turns, form, ask, add };

  function submit(event) {
    event.preventDefault();
    const text = field.value.trim();
    field.value = "";
    if (text) ask(text);
  }

  /** Say something, as if it had been written. @param {string} text */
  function ask(text) {
    const fields = new FormData(form);
    return add(text, () => said(text, fields));
  }

  /**
   * A turn, whose content comes when those before it have theirs: they are of one session.
   *
   * @param {string} title @param {() => Promise<any>} made
   */
  async function add(title, made) {
    const body = h("div", {}, waiting());
    const shown = turn(title, body);
    turns.append(shown);
    const content = before.then(() => attempted(made));
    before = content.then(() => {});
    body.replaceChildren(...(await content));
    if (!turns.isConnected) return; // Another view has taken the place of this.
    history.replaceState(null, "", format(place));
    showSession();
    shown.scrollIntoView({ block: "start" });
  }

  function showSession() {
    const fresh = h("a", { href: format({ ...place, session: undefined }) }, "New session");
    session.replaceChildren(
      ...(place.session
        ? [`Session ${place.session} · `, fresh]
        : ["What comes first begins a session."]),
    );
  }
}

/** @param {string} title what was said @param {...any} children */
export function turn(title, ...children) {
  return h("article", { class: "turn" }, h("h2", { class: "question" }, title), children);
}

/** @param {string[]} texts @param {(text: string) => void} chosen */
export function chips(texts, chosen) {
  return h(
    "div",
    { class: "chips" },
    texts.map((text) => chip(text, chosen)),
  );
}
