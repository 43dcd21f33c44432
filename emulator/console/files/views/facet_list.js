/** Facets: choose values, and the results are those that have one of them. */

import { h } from "../dom.js";

/**
 * @param {any[]} facets of the response
 * @param {import("../logic/facets.js").Chosen} chosen
 * @param {(key: string, value: string) => string} choose the address with a value on or off
 */
export function facetList(facets, chosen, choose) {
  const shown = facets.filter(({ values = [] }) => values.some((one) => one.value));
  if (!shown.length) return null;
  return h(
    "aside",
    { class: "facets", "aria-label": "Facets" },
    shown.map(({ key, values }) => [
      h("h2", {}, key),
      h(
        "ul",
        {},
        values.map(({ value, count = "0" }) => h("li", {}, facetValue(key, value, count))),
      ),
    ]),
  );

  function facetValue(key, value, count) {
    const on = (chosen[key] ?? []).includes(value);
    const current = on ? { "aria-current": "true" } : {};
    return h(
      "a",
      { href: choose(key, value), ...current },
      value,
      h("span", { class: "dim" }, ` ${count}`),
    );
  }
}
