import { isJsonObject, type JsonObject } from '../../../kernel/json.js';

/** What a text turned out to be. */
export type ReadText =
  | { readonly kind: 'document'; readonly document: JsonObject }
  | { readonly kind: 'refused'; readonly detail: string };

/** Reading YAML costs about a second per MiB, JSON a hundredth of that. */
export const YAML_LENGTH_MAX = 1024 * 1024;
const ANCHORS_MAX = 100;
const ALIASES_MAX = 100;
const NESTING_MAX = 200;
/** An anchor stands where a value does: after white space or the punctuation of YAML. */
const ANCHOR = /(?:^|[\s[{,:-])&[^\s,[\]{}]/gm;
/** Sequences and keys nest within a line, too: `- - - x`. */
const LINE_NESTING = /(?:[-?:][ \t]+){100}/;

/**
 * Reads an OpenAPI document from JSON or YAML text. Neither can make the reader work without end:
 * aliases that multiply, nesting and length have limits, and tags make no objects of their own.
 */
export async function readModelText(text: string): Promise<ReadText> {
  const trimmed = text.trimStart();
  const value = await (trimmed.startsWith('{') ? fromJson(text) : fromYaml(trimmed));
  if (typeof value === 'string') return { kind: 'refused', detail: value };
  return { kind: 'document', document: value };
}

async function fromJson(text: string): Promise<JsonObject | string> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : 'is no JSON object';
  } catch {
    // YAML has objects in braces, too.
    return fromYaml(text);
  }
}

async function fromYaml(text: string): Promise<JsonObject | string> {
  const refusal = yamlRefusal(text);
  if (refusal !== undefined) return refusal;
  // Loaded when first needed: most processes never read YAML.
  const { parseDocument } = await import('yaml');
  try {
    // A repeated key counts as in JSON, the last one; finding them would take time by the square.
    const document = parseDocument(text, { uniqueKeys: false, schema: 'core', logLevel: 'error' });
    const [error] = document.errors;
    if (error) return `is neither JSON nor YAML: ${placeOf(error.linePos)}`;
    const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    return isJsonObject(value) ? value : 'is neither JSON nor YAML of an object';
  } catch {
    // Its messages quote the text; what can be thrown are too many aliases and too deep nesting.
    return 'is YAML that repeats or nests its parts without measure';
  }
}

function yamlRefusal(text: string): string | undefined {
  if (text.length > YAML_LENGTH_MAX)
    return `is longer than ${YAML_LENGTH_MAX} characters of YAML; send it as JSON`;
  if ((text.match(ANCHOR)?.length ?? 0) > ANCHORS_MAX)
    return `has more than ${ANCHORS_MAX} anchors; send it as JSON`;
  if (LINE_NESTING.test(text) || bracketDepth(text) > NESTING_MAX)
    return 'is nested too deep; send it as JSON';
  return undefined;
}

/** How deep brackets stand at most; those within texts count, which errs on the safe side. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function placeOf(
  linePos: readonly { readonly line: number; readonly col: number }[] | undefined,
): string {
  const [start] = linePos ?? [];
  return start ? `line ${start.line}, column ${start.col}` : 'its place is unknown';
}
