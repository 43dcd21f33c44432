/** Calls that are shown with what they answered: for a shell, in Python, and the response. */

import { ORIGIN, send } from "../api.js";
import { copyable, failure, h, lazyFold } from "../dom.js";
import { curl, python } from "../logic/commands.js";

/**
 * Make a call.
 *
 * @param {import("../logic/commands.js").Call} call
 * @param {(response: any, told: any[]) => any} shown what to show of the response; `told` are parts
 *   that open and tell of the call
 * @returns {Promise<any>} what is shown, which is the error if there is one
 */
export async function exchange(call, shown) {
  const begun = performance.now();
  try {
    const response = await send(call);
    return shown(response, parts(call, response, performance.now() - begun));
  } catch (error) {
    return [
      failure(error),
      h("div", { class: "more" }, parts(call, error.response, performance.now() - begun)),
    ];
  }
}

/**
 * @param {import("../logic/commands.js").Call} call @param {unknown} response
 * @param {number} milliseconds
 */
function parts(call, response, milliseconds) {
  const program = python(call, ORIGIN);
  const answer = response && JSON.stringify(response, null, 2);
  return [
    lazyFold("As curl", () => copyable(curl(call, ORIGIN))),
    program && lazyFold("As Python", () => copyable(program)),
    answer && lazyFold(`Response, ${Math.round(milliseconds)} ms`, () => copyable(answer)),
  ];
}
