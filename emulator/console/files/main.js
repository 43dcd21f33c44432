/** Shows the view that the address names. */

import { attempted, h } from "./dom.js";
import { VIEWS, elsewhere, format, parse } from "./logic/place.js";
import { agents } from "./views/agents.js";
import { ask } from "./views/ask.js";
import { browse } from "./views/browse.js";
import { search } from "./views/search.js";

const SHOWN = { ask, search, browse, agents };
const main = document.getElementById("main");
const links = VIEWS.map((view) => h("a", {}, title(view)));

/** @param {string} view */
function title(view) {
  return view[0].toUpperCase() + view.slice(1);
}

/** @param {import("./logic/place.js").Place} place */
function point(place) {
  document.title = `${title(place.view)} · Discovery Engine emulator`;
  for (const [at, view] of VIEWS.entries()) {
    links[at].href = format(elsewhere(place, view));
    if (view === place.view) links[at].setAttribute("aria-current", "page");
    else links[at].removeAttribute("aria-current");
  }
}

let latest = 0;

/** A view is shown when it is complete, unless another has been asked for meanwhile. */
async function show() {
  const turn = (latest += 1);
  const place = parse(location.hash);
  point(place);
  const made = await attempted(() => SHOWN[place.view](place));
  if (turn !== latest) return;
  const held = document.activeElement?.id;
  main.replaceChildren(...made);
  scrollTo(0, 0);
  const selector = held ? `#${held}` : "[data-focus]";
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
  if (turn > 1 && document.activeElement === document.body) main.focus(); // Its holder is gone.
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // The fragment of the address says what is shown.
  main.focus();
});
// A file that is dropped beside its place is not opened instead of the console.
for (const kind of ["dragover", "drop"]) {
  addEventListener(kind, (event) => event.preventDefault());
}
document.getElementById("views").append(...links);
addEventListener("hashchange", show);
show();
