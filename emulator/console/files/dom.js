/** Elements made of values: text stays text, whatever is in it. */

/**
 * An element. Attributes that begin with `on` are listeners; true and false are set and left out.
 *
 * @param {string} tag @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | false | null | undefined | any[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...kept(children));
  return element;
}

/** @param {any[]} children */
function kept(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
}

/** A link that a document brought: only those to the web lead somewhere. @param {string} url */
export function outward(url, text = url) {
  const web = /^https?:\/\//i.test(url);
  return web
    ? h("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, text)
    : h("span", {}, text);
}

/** A part that opens. @param {string | any[]} title @param {...any} children */
export function fold(title, ...children) {
  return h("details", {}, h("summary", {}, title), h("div", { class: "inside" }, children));
}

/**
 * A part whose content is made when it is first opened.
 *
 * @param {any} title @param {() => any} make
 */
export function lazyFold(title, make) {
  const inside = h("div", { class: "inside" });
  const details = h("details", {}, h("summary", {}, title), inside);
  details.addEventListener("toggle", async () => {
    if (!details.open || inside.hasChildNodes()) return;
    inside.append(waiting());
    inside.replaceChildren(...(await attempted(make)));
  });
  return details;
}

/**
 * What something gives, or the notice of its error.
 *
 * @param {() => any} make @returns {Promise<Node[]>}
 */
export async function attempted(make) {
  try {
    return kept([await make()]);
  } catch (error) {
    return [failure(error)];
  }
}

/** @returns {any} */
export function waiting() {
  return h("p", { class: "dim", role: "status" }, "…");
}

/** What stands for a list that has nothing in it. @returns {any} */
export function none() {
  return h("p", { class: "dim" }, "None.");
}

/** An error as the API tells it: status and message. @param {any} error */
export function failure(error) {
  const status = [error.code, error.status].filter(Boolean).join(" ");
  const title = status && h("strong", {}, status);
  return h("div", { class: "failure", role: "alert" }, title, h("p", {}, error.message));
}

/** @param {string} text @param {string} [kind] */
export function badge(text, kind = "") {
  return h("span", { class: `badge ${kind}` }, text);
}

/**
 * A text that does something when it is chosen.
 *
 * @param {string} text @param {(text: string) => void} chosen
 */
export function chip(text, chosen) {
  return h("button", { type: "button", class: "chip", onclick: () => chosen(text) }, text);
}

/** A field with its label. @param {string} label @param {any} field @param {string} [hint] */
export function labelled(label, field, hint) {
  return h("label", { class: "field" }, h("span", {}, label), field, hint && h("small", {}, hint));
}

/** @param {unknown} value */
export function json(value) {
  return h("pre", { tabindex: "0" }, h("code", {}, JSON.stringify(value, null, 2)));
}

/** A text to copy. @param {string} text */
export function copyable(text) {
  const copy = async (event) => {
    const button = event.currentTarget;
    await navigator.clipboard?.writeText(text);
    if (!navigator.clipboard) getSelection()?.selectAllChildren(button.nextSibling);
    button.textContent = navigator.clipboard ? "Copied" : "Selected";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  };
  const button = h("button", { type: "button", class: "copy", onclick: copy }, "Copy");
  return h("div", { class: "command" }, button, h("pre", { tabindex: "0" }, h("code", {}, text)));
}
