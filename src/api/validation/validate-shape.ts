import { type Type } from '@nestjs/common';
import { compiledShape, NOT_SURE } from './compiled-shape.js';
import { type Outcome, validateByClass } from './class-validation.js';

/**
 * Judges a value by its DTO: the compiled validator where it is sure, class-validator elsewhere.
 * A valid value is plain: own keys that were given, coerced, without defaults.
 */
export function validateShape(type: Type, value: unknown): Outcome {
  const read = compiledShape(type).read(value);
  return read === NOT_SURE ? validateByClass(type, value) : { kind: 'valid', value: read };
}
