import { type Type } from '@nestjs/common';
import { invalidInput } from '../../kernel/app-error.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { clampLimits } from './clamp-limits.js';
import { validateShape } from './validate-shape.js';

/** Where a value stands in what the caller sent, and the largest page that it may ask for. */
interface InputPlace {
  readonly pointer: string;
  readonly limitMax: number;
}

/**
 * The only validation of input by DTOs: a plain object that holds what was given, coerced, and nothing that was not
 * declared.
 * @throws AppError `invalid-input`
 */
export function validInput(type: Type, value: unknown, { pointer, limitMax }: InputPlace): unknown {
  const outcome = validateShape(type, value);
  if (outcome.kind === 'invalid') {
    throw invalidInput(
      outcome.faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer.slice(1)}` })),
    );
  }
  const clamped = clampLimits(type, outcome.value, limitMax);
  if (clamped.applied !== undefined) noteHeader('X-Limit-Applied', String(clamped.applied));
  return clamped.value;
}
