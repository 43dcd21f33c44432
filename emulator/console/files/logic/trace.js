/**
 * What an agent did and said in a turn, told from its messages.
 *
 * @typedef {{kind: string, who: string, title: string, text?: string, value?: unknown}} Event
 * `kind` is said, heard, call, result, transfer, variables or other
 */

/** @param {{role?: string, chunks?: object[]}[]} messages of the API @returns {Event[]} */
export function events(messages = []) {
  return messages.flatMap(({ role = "", chunks = [] }) =>
    chunks.map((chunk) => event(role, chunk)),
  );
}

/** @param {string} who @param {Record<string, any>} chunk @returns {Event} */
function event(who, chunk) {
  const { text, toolCall, toolResponse, agentTransfer, updatedVariables, defaultVariables } = chunk;
  if (text !== undefined) return { kind: who === "user" ? "heard" : "said", who, title: "", text };
  if (toolCall)
    return { kind: "call", who, title: `calls ${named(toolCall)}`, value: toolCall.args ?? {} };
  if (toolResponse) {
    const title = `${who === "user" ? "gives the result of" : "gets from"} ${named(toolResponse)}`;
    return { kind: "result", who, title, value: toolResponse.response ?? {} };
  }
  if (agentTransfer)
    return { kind: "transfer", who, title: `hands over to ${agentTransfer.displayName}` };
  const variables = updatedVariables ?? defaultVariables;
  if (variables) {
    const title = updatedVariables ? "sets variables" : "begins with variables";
    return { kind: "variables", who, title, value: variables };
  }
  return { kind: "other", who, title: "sends", value: chunk };
}

/** @param {{displayName?: string, tool?: string, toolsetTool?: object}} call @returns {string} */
function named({ displayName, tool, toolsetTool }) {
  return displayName ?? tool ?? toolsetTool?.toolId ?? "a tool";
}

/**
 * The calls of the client's own functions that wait for an answer.
 *
 * @param {{toolCalls?: {toolCalls?: object[]}}[]} outputs @returns {Record<string, any>[]}
 */
export function waiting(outputs) {
  return outputs.flatMap((output) => output.toolCalls?.toolCalls ?? []);
}
