/** Lists and objects within each other, of which what is drawn or written takes far fewer. */
const DEEPEST = 64;

/** The JSON that a script answers; undefined for what is none, too large or too deep. @param most bytes */
export function answeredJson(body: Buffer, most: number, deepest = DEEPEST): unknown {
  if (body.length > most || isTooDeep(body, deepest)) return undefined;
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** What is parsed without a limit can't all be written or gone through: that takes the stack. */
function isTooDeep(json: Buffer, deepest: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = String.fromCharCode(json[at] ?? 0);
    if (isInText && sign === "\\") at++;
    else if (sign === '"') isInText = !isInText;
    else if (!isInText && (sign === "[" || sign === "{")) depth++;
    else if (!isInText && (sign === "]" || sign === "}")) depth--;
    if (depth > deepest) return true;
  }
  return false;
}
