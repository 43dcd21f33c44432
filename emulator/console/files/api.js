/** Calls of the public API that is served beside this page. */

import { inUrl } from "./logic/names.js";

/** Where the emulator is, which may be behind a prefix. */
export const ORIGIN = location.origin + location.pathname.replace(/\/console\/?$/, "");

/** What the API answers when it refuses: `status` is such as NOT_FOUND, `code` the one of HTTP. */
class ApiError extends Error {
  /**
   * @param {number} code @param {string} status @param {string} message @param {unknown} [response]
   */
  constructor(code, status, message, response) {
    super(message);
    this.code = code;
    this.status = status;
    this.response = response;
  }
}

/**
 * Make a call.
 *
 * @param {import("./logic/commands.js").Call} call
 * @param {Record<string, string>} [headers] beside that of the body's type
 * @returns {Promise<any>} the response
 */
export async function send({ verb, path, body }, headers) {
  const [names, query] = path.split(/\?(.*)/s);
  const answer = await fetch(`${ORIGIN}/${inUrl(names)}${query ? `?${query}` : ""}`, {
    method: verb,
    headers: body ? { "content-type": "application/json", ...headers } : {},
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error(`The emulator does not answer at ${ORIGIN}. Is it running?`);
  });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text || "{}");
  throw refusal(answer.status, text);
}

/** @param {number} code @param {string} text */
function refusal(code, text) {
  try {
    const response = JSON.parse(text);
    const { status, message, details = [] } = response.error;
    const told = [message, ...details.flatMap(hints)].join(" ");
    return new ApiError(code, status, told, response);
  } catch {
    return new ApiError(code, "", text || "The emulator gave no reason.");
  }
}

/**
 * What the emulator knows beside the service's words: which field or resource seems to be meant.
 *
 * @param {any} detail @returns {string[]}
 */
function hints({ description, fieldViolations = [] }) {
  const meant = fieldViolations.map((violation) => violation.localizedMessage?.message);
  return [description, ...meant].filter(Boolean);
}

/** @param {string} path @param {Record<string, string | number>} [query] @returns {Promise<any>} */
export function get(path, query) {
  const asked = query
    ? `?${new URLSearchParams(Object.entries(query).map(([key, one]) => [key, String(one)]))}`
    : "";
  return send({ verb: "GET", path: path + asked });
}

/**
 * @param {string} path @param {object} body @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export function post(path, body, headers) {
  return send({ verb: "POST", path, body }, headers);
}

/**
 * All of a list, page after page.
 *
 * @param {string} path @param {string} key @returns {Promise<any[]>}
 */
export async function all(path, key) {
  const found = [];
  let pageToken = "";
  do {
    const page = await get(path, pageToken ? { pageToken } : undefined);
    found.push(...(page[key] ?? []));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return found;
}
