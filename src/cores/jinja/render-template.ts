import { type JsonObject } from '../../kernel/json.js';
import { addGlobals } from './globals.js';
import { DEFAULT_TEMPLATE_LIMITS, Meter, type TemplateLimits } from './meter.js';
import { Scope } from './scope.js';
import { StatementRunner } from './statement-runner.js';
import { parseTemplate } from './syntax/parser.js';
import { TemplateError } from './template-error.js';
import { fromJson } from './values/value.js';

/**
 * The text that a template makes of values. It is interpreted: no JavaScript is ever made of it, and what it
 * can reach is the values that it is given, as copies, and nothing of the language that it runs on (ADR 0166).
 * @param onSpent is told of each unit of fuel; what it throws ends the rendering.
 * @throws TemplateError, with the line, and nothing else (but what `onSpent` throws).
 */
export function renderTemplate(
  text: string,
  context: JsonObject,
  limits: TemplateLimits = DEFAULT_TEMPLATE_LIMITS,
  onSpent?: (units: number) => void,
): string {
  return guarded(() => rendered(text, context, new Meter(limits, onSpent)));
}

function rendered(text: string, context: JsonObject, meter: Meter): string {
  meter.text(text.length);
  const block = parseTemplate(text);
  const globals = new Scope(null);
  addGlobals(globals, meter);
  const scope = new Scope(globals);
  for (const [name, value] of Object.entries(context)) scope.set(name, fromJson(value, meter));
  return new StatementRunner(meter).rendered(block, scope);
}

/** Depth is bounded; should the native stack be nearly used up where it begins, that is a limit as well. */
function guarded(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new TemplateError('limit', 'the template goes too deep');
    throw error;
  }
}
