/** The choice of a project, a location and, in it, an engine or a data store. */

import { all } from "../api.js";
import { failure, h, labelled } from "../dom.js";
import { collection, kindAndId } from "../logic/names.js";
import { format } from "../logic/place.js";

/**
 * What can be asked in a place, and the place with one of them chosen.
 *
 * @typedef {import("../logic/place.js").Place} Place
 * @param {Place} place
 * @returns {Promise<{place: Place, engines: any[], dataStores: any[], error?: Error}>}
 */
export async function targets(place) {
  try {
    const parent = `v1/${collection(place)}`;
    const [engines, dataStores] = await Promise.all([
      all(`${parent}/engines`, "engines"),
      all(`${parent}/dataStores`, "dataStores"),
    ]);
    const [first] = [...engines, ...dataStores];
    const target = place.target ?? (first && kindAndId(first.name));
    return { place: { ...place, target }, engines, dataStores };
  } catch (error) {
    return { place, engines: [], dataStores: [], error };
  }
}

/** @param {Awaited<ReturnType<typeof targets>>} found */
export function placeBar(found) {
  const { place, error } = found;
  return h(
    "div",
    { class: "place" },
    ownerFields(place),
    labelled("Engine or data store", targetChoice(found)),
    error && failure(error),
    !place.target && nothingHere(place),
  );
}

/** @param {Place} place */
function nothingHere(place) {
  const browse = h("a", { href: format({ ...place, view: "browse" }) }, "Create a data store");
  return h(
    "p",
    { class: "notice" },
    "There is no engine and no data store here. ",
    browse,
    " and drop files onto it.",
  );
}

/** @param {Awaited<ReturnType<typeof targets>>} found */
function targetChoice({ place, engines, dataStores }) {
  const change = (event) => go(place, { target: event.target.value });
  const choice = h("select", { id: "target", onchange: change }, [
    group("Engines", engines, place.target),
    group("Data stores", dataStores, place.target),
  ]);
  const known = [...choice.options].some((one) => one.value === place.target);
  if (place.target && !known)
    choice.prepend(h("option", { value: place.target, selected: true }, place.target));
  if (!place.target) choice.append(h("option", { value: "" }, "none here"));
  return choice;
}

/** Project and location, in which a view begins anew. @param {Place} place */
export function ownerFields(place) {
  return ["project", "location"].map((name) => {
    const { view, project, location } = place;
    const change = ({ target: field }) =>
      go({ view, project, location }, { [name]: field.value.trim() });
    const list = name === "location" ? locations() : null;
    const field = h("input", {
      id: name,
      value: place[name],
      onchange: change,
      spellcheck: "false",
      ...(list && { list: list.id }),
    });
    return [labelled(name === "project" ? "Project" : "Location", field), list];
  });
}

function locations() {
  return h(
    "datalist",
    { id: "locations" },
    ["global", "us", "eu"].map((value) => h("option", { value })),
  );
}

/**
 * Show another place in the same view.
 *
 * @param {Place} place @param {Record<string, string>} changes
 */
export function go(place, changes) {
  const { view, project, location, target, query } = place;
  window.location.hash = format({ view, project, location, target, query, ...changes });
}

/** @param {string} label @param {any[]} resources @param {string} chosen */
function group(label, resources, chosen) {
  const options = resources.map(({ name, displayName }) => {
    const value = kindAndId(name);
    const id = value.split("/")[1];
    const shown = displayName && displayName !== id ? `${displayName} (${id})` : id;
    return h("option", { value, selected: value === chosen }, shown);
  });
  return options.length ? h("optgroup", { label }, options) : null;
}
