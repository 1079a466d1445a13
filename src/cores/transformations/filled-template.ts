import { textOf } from './coerce.js';
import { type Meter } from './meter.js';
import { type ValueList } from './value.js';

/** The text of a template with values in the place of their numbers. */
export function filledTemplate(
  parts: readonly (string | number)[],
  values: ValueList,
  meter: Meter,
): string {
  const texts = parts.map((part) => {
    const text = typeof part === 'string' ? part : textOf(values[part], meter);
    meter.text(text.length);
    return text;
  });
  return texts.join('');
}
