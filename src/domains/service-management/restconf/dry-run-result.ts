import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, ownObject, ownValue, textOf } from '../../../kernel/json-reading.js';

const DEVICES_MAX = 10_000;
const CLI_DEVICE = /^[ +-]{0,40}device ("[^"\n]{1,256}"|[^\s{"]{1,256}) \{[ \t]{0,8}$/gm;
const XML_DEVICE = /<device(?:\s[^<>]{0,512})?>\s{0,256}<name>([^<>]{1,256})<\/name>/g;

/** What a dry-run answered, without the key around it; undefined when the answer is none. */
export function dryRunResult(answer: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(answer)) return undefined;
  const key = Object.keys(answer).find((name) => /(?:^|:)dry-run-result$/.test(name));
  const result = key === undefined ? undefined : ownValue(answer, key);
  return isJsonObject(result) ? result : undefined;
}

/** Names of the devices that a dry-run says are touched, each once, in the order of the answer. */
export function devicesOf(result: JsonObject): readonly string[] {
  const named = [
    ...nativeDevices(result),
    ...textsOf(ownObject(result, 'cli')).flatMap(cliDevices),
    ...[...textsOf(ownObject(result, 'xml')), ...textsOf(ownObject(result, 'result-xml'))].flatMap(
      xmlDevices,
    ),
  ];
  return [...new Set(named)].slice(0, DEVICES_MAX);
}

function nativeDevices(result: JsonObject): readonly string[] {
  return listOf(ownValue(ownObject(result, 'native'), 'device'))
    .filter(isJsonObject)
    .map((device) => textOf(ownValue(device, 'name')))
    .filter((name) => name !== '');
}

/** `{ "local-node": { data }, "lsa-node": [{ name, data }] }` */
function textsOf(part: JsonObject): readonly string[] {
  const nodes = [ownObject(part, 'local-node'), ...listOf(ownValue(part, 'lsa-node'))];
  return nodes
    .filter(isJsonObject)
    .map((node) => textOf(ownValue(node, 'data')))
    .filter((text) => text !== '');
}

function cliDevices(text: string): readonly string[] {
  return [...text.matchAll(CLI_DEVICE)].map(([, name = '']) => name.replaceAll('"', ''));
}

function xmlDevices(text: string): readonly string[] {
  return [...text.matchAll(XML_DEVICE)].map(([, name = '']) => name);
}
