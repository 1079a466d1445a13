import { type Type } from '@nestjs/common';
import { declareOpen } from './shape.js';

/**
 * Marks a DTO whose unknown keys are allowed and kept. Every other DTO is closed: an unknown key is
 * refused with a pointer to it. OpenAPI's `additionalProperties` follows the same mark.
 */
export function OpenShape(): (target: Type) => void {
  return declareOpen;
}
