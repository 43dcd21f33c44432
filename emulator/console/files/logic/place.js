/**
 * What the page shows, as it stands in the fragment of its address: a link leads to the same place.
 *
 * @typedef {{view: string, project: string, location: string, [name: string]: string}} Place
 * `target` is an engine or a data store, such as `engines/demo`.
 */

export const VIEWS = ["ask", "search", "browse", "agents"];

/** @param {string} view @returns {string} where what a view shows is, unless somebody says else */
function usualLocation(view) {
  return view === "agents" ? "us" : "global";
}

/** @param {string} fragment such as `#/ask?project=demo` @returns {Place} */
export function parse(fragment) {
  const [path, query = ""] = fragment.replace(/^#\/?/, "").split(/\?(.*)/s);
  const view = VIEWS.includes(path) ? path : VIEWS[0];
  const given = Object.fromEntries(new URLSearchParams(query));
  return { project: "demo", location: usualLocation(view), ...given, view };
}

/** @param {Partial<Place>} place @returns {string} the fragment, without what is undefined */
export function format({ view, ...rest }) {
  const said = Object.entries(rest).filter(([, value]) => value !== undefined);
  return `#/${view}?${new URLSearchParams(said)}`;
}

/** The place of another view, in the same project. @param {Place} place @param {string} view */
export function elsewhere(place, view) {
  const { project, location, target } = place;
  const same = usualLocation(view) === usualLocation(place.view);
  return same
    ? { view, project, location, target }
    : { view, project, location: usualLocation(view) };
}
