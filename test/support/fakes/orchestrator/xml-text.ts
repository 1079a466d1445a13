import { isJsonObject, type JsonValue } from '#kernel/json.js';

/** A value as XML in the manner of RFC 7951 read backwards: element names without their module. */
export function xmlText(name: string, value: JsonValue): string {
  const local = name.slice(name.indexOf(':') + 1);
  if (Array.isArray(value)) return value.map((item) => xmlText(name, item)).join('');
  if (!isJsonObject(value)) return `<${local}>${escaped(String(value ?? ''))}</${local}>`;
  const children = Object.entries(value).map(([child, inner]) => xmlText(child, inner));
  return `<${local}>${children.join('')}</${local}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
