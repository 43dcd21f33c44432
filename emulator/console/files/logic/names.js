/** Names of resources: `projects/demo/locations/global/collections/default_collection/...`. */

/** @param {{project: string, location: string}} place @returns {string} */
export function location({ project, location }) {
  return `projects/${project}/locations/${location}`;
}

/** @param {{project: string, location: string}} place @returns {string} */
export function collection(place) {
  return `${location(place)}/collections/default_collection`;
}

/** The engine or data store of a place. @param {import("./place.js").Place} place */
export function target(place) {
  return `${collection(place)}/${place.target}`;
}

/** @param {string} name @returns {string} the last part of a name */
export function id(name) {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** @param {string} name @returns {string} the kind and id of an engine or data store */
export function kindAndId(name) {
  return name.split("/").slice(-2).join("/");
}

/** @param {string} path a path of names @returns {string} as it stands in a URL */
export function inUrl(path) {
  return path.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
}

/**
 * Where a document is to be looked at.
 *
 * @param {string} name of a document, or of a chunk of one
 * @returns {{location: string, target: string, item: string} | null}
 */
export function documentPlace(name) {
  const found =
    /\/locations\/([^/]+)\/.*?(dataStores\/[^/]+)\/branches\/[^/]+\/documents\/([^/]+)/.exec(name);
  return found && { location: found[1], target: found[2], item: found[3] };
}
