/** Talking with an app of Customer Engagement Suite. */

import { all, get } from "../api.js";
import { attempted, failure, fold, h, json, labelled, lazyFold } from "../dom.js";
import { id, location } from "../logic/names.js";
import { agentTurn, earlierTurn } from "./agent_turn.js";
import { exchange } from "./call.js";
import { conversation } from "./conversation.js";
import { go, ownerFields } from "./place_bar.js";

/** @param {import("../logic/place.js").Place} given */
export async function agents(given) {
  const parent = `${location(given)}/apps`;
  let error;
  const apps = await all(`v1/${parent}`, "apps").catch((problem) => {
    error = problem;
    return [];
  });
  const [first] = apps;
  const place = { ...given, app: given.app ?? (first && id(first.name)) };
  const app = apps.find(({ name }) => id(name) === place.app);
  return h(
    "div",
    { class: "agents" },
    h(
      "div",
      { class: "place" },
      ownerFields(place),
      appField(place, apps),
      error ? failure(error) : !app && nothingHere(place),
    ),
    app && (await talking(place, `${parent}/${place.app}`, app)),
  );
}

/** @param {any} place */
function nothingHere({ app }) {
  const sought = app ? `app ${app}` : "app";
  return h("p", { class: "notice" }, `There is no ${sought} here.`);
}

/** @param {any} place @param {any[]} apps */
function appField(place, apps) {
  const options = apps.map(({ name, displayName }) =>
    h("option", { value: id(name), selected: id(name) === place.app }, displayName || id(name)),
  );
  const none = h("option", { value: "" }, "none here");
  const change = (event) => go(place, { app: event.target.value });
  return labelled(
    "App",
    h("select", { id: "app", onchange: change }, options.length ? options : none),
  );
}

/** @param {any} place @param {string} name of the app @param {any} app */
async function talking(place, name, app) {
  const talk = conversation(place, { label: "Say something", button: "Send" }, (text) =>
    run([{ text }]),
  );
  if (place.session) talk.turns.append(...(await attempted(() => earlier(name, place.session))));
  return [
    h("h1", {}, app.displayName),
    app.description && h("p", { class: "dim" }, app.description),
    lazyFold("Agents and tools", () => inside(name)),
    talk.turns,
    talk.form,
  ];

  /** One turn. @param {object[]} inputs */
  function run(inputs) {
    place.session ??= `console-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;
    const session = `${name}/sessions/${place.session}`;
    const call = {
      verb: "POST",
      path: `v1/${session}:runSession`,
      body: { config: { session }, inputs },
    };
    return exchange(call, ({ outputs = [] }, told) => [
      agentTurn(outputs, answerCall),
      h("div", { class: "more" }, told),
    ]);
  }

  /** The result of a function of the client's. @param {any} call @param {object} response */
  function answerCall({ id: callId, tool, displayName }, response) {
    const result = { id: callId, tool, response };
    talk.add(`Result of ${displayName}`, () =>
      run([{ toolResponses: { toolResponses: [result] } }]),
    );
  }
}

/** The turns that are kept of a session. @param {string} name of the app @param {string} session */
async function earlier(name, session) {
  const { turns = [] } = await get(`v1/${name}/conversations/${session}`);
  return turns.map(earlierTurn);
}

/** @param {string} name of the app */
async function inside(name) {
  const kinds = ["agents", "tools"].map((kind) => all(`v1/${name}/${kind}`, kind));
  return (await Promise.all(kinds))
    .flat()
    .map((one) => fold(one.displayName || id(one.name), json(one)));
}
