import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Meter } from '../meter.js';
import { toJson } from './printing.js';
import { type Value } from './value.js';

/** How JSON is written. */
export interface JsonStyle {
  /** Columns of each level; on one line without. */
  readonly indent?: number | undefined;
  /** Members in the order of their names. */
  readonly sorted?: boolean;
}

const INDENT_MAX = 16;

/** A value as the text of JSON, with a blank behind each comma and colon. @throws TemplateError for what JSON does not know. */
export function jsonText(value: Value, style: JsonStyle, meter: Meter): string {
  const columns = Math.min(Math.max(style.indent ?? -1, -1), INDENT_MAX);
  const write = (part: JsonValue, level: number): string => {
    meter.spend();
    if (Array.isArray(part))
      return wrapped(
        '[]',
        part.map((item) => write(item, level + 1)),
        level,
      );
    if (!isJsonObject(part)) return ascii(JSON.stringify(part));
    const names = style.sorted ? Object.keys(part).sort() : Object.keys(part);
    const members = names.map(
      (name) => `${ascii(JSON.stringify(name))}: ${write(part[name] ?? null, level + 1)}`,
    );
    return wrapped('{}', members, level);
  };
  const wrapped = ([open, close]: string, parts: readonly string[], level: number): string => {
    if (parts.length === 0 || columns < 0)
      return made(`${open ?? ''}${parts.join(', ')}${close ?? ''}`);
    const margin = `\n${' '.repeat(columns * (level + 1))}`;
    const text = parts.join(`,${margin}`);
    return made(`${open ?? ''}${margin}${text}\n${' '.repeat(columns * level)}${close ?? ''}`);
  };
  const made = (text: string): string => {
    meter.text(text.length);
    return text;
  };
  return write(toJson(value, meter), 0);
}

function ascii(text: string): string {
  return text.replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
