/**
 * A call as one would write it oneself.
 *
 * @typedef {{verb: string, path: string, body?: object}} Call `path` begins with the version
 */

import { inUrl } from "./names.js";

/** @param {Call} call @param {string} origin @returns {string} a command for a shell */
export function curl({ verb, path, body }, origin) {
  const [names, query] = path.split(/\?(.*)/s);
  const lines = [`curl ${quoted(`${origin}/${inUrl(names)}${query ? `?${query}` : ""}`)}`];
  if (verb !== (body ? "POST" : "GET")) lines[0] += ` --request ${verb}`;
  if (body) {
    lines.push("--header 'content-type: application/json'");
    lines.push(`--data ${quoted(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(" \\\n  ");
}

/** @param {string} text @returns {string} */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const METHODS = {
  answer: [
    "ConversationalSearchService",
    "answer_query",
    "serving_config",
    "print(response.answer.answer_text)",
  ],
  search: [
    "SearchService",
    "search",
    "serving_config",
    "for result in response.results:\n    print(result.id)",
  ],
  runSession: [
    "SessionService",
    "run_session",
    "",
    "for output in response.outputs:\n    print(output.text)",
  ],
};

/**
 * The call with Google's client library, or "" for a method that this knows no client of.
 *
 * @param {Call} call @param {string} origin @returns {string}
 */
export function python({ path, body }, origin) {
  const [, version, name, verb] = /^(\w+)\/([^?]*):(\w+)$/.exec(path) ?? [];
  if (!Object.hasOwn(METHODS, verb ?? "")) return "";
  const [service, method, field, then] = METHODS[verb];
  const request = field ? { [field]: name, ...body } : body;
  const made =
    verb === "runSession"
      ? agentsClient(version, service, origin)
      : client(version, service, origin);
  return `from google.auth.credentials import AnonymousCredentials\n${made}
response = client.${method}(
    ${literal(request, "    ")}
)
${then}`;
}

/** @param {string} version @param {string} service @param {string} origin */
function client(version, service, origin) {
  return `from google.cloud import discoveryengine_${version} as discoveryengine

client = discoveryengine.${service}Client(
    transport="rest",
    credentials=AnonymousCredentials(),
    client_options={"api_endpoint": "${origin}"},
)`;
}

/** @param {string} version @param {string} service @param {string} origin */
function agentsClient(version, service, origin) {
  const [scheme, host] = origin.split("://");
  return `from google.cloud import ces_${version}

transport = ces_${version}.${service}Client.get_transport_class("rest")(
    host="${host}", url_scheme="${scheme}", credentials=AnonymousCredentials()
)
client = ces_${version}.${service}Client(transport=transport)`;
}

/** Fields whose keys are the caller's own. */
const FREE = new Set(["params", "userLabels", "variables", "args", "response"]);

/** @param {unknown} value @param {string} indent @param {boolean} [free] @returns {string} */
function literal(value, indent, free = false) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Object.entries(value).map(([key, one]) => {
    const said = Array.isArray(value) ? "" : `${JSON.stringify(free ? key : snake(key))}: `;
    return `${deeper}${said}${literal(one, deeper, free || FREE.has(key))},\n`;
  });
  return items.length ? `${open}\n${items.join("")}${indent}${close}` : open + close;
}

/** @param {string} name @returns {string} */
function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
