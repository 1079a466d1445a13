import { type Type } from '@nestjs/common';
import { isJsonObject } from '../../kernel/json.js';
import { type Field, shapeOf } from '../shapes/shape.js';

/** class-validator takes some 10 us for each value: more than this is not explained by it. */
const EXPLAINED_VALUES_MAX = 5_000;

/**
 * True for a value with more keys and items than class-validator is asked to judge. What stays
 * verbatim does not count: nobody looks into it.
 */
export function isLarge(type: Type, value: unknown): boolean {
  return leftAfterObject(type, value, EXPLAINED_VALUES_MAX) < 0;
}

/** How much of the budget is left after an object; below zero as soon as there is none. */
function leftAfterObject(type: Type, value: unknown, budget: number): number {
  if (!isJsonObject(value)) return budget;
  let left = leftAfterKeys(value, budget);
  for (const field of shapeOf(type).fields.values()) {
    if (left < 0) return left;
    left = leftAfterField(field, value[field.name], left);
  }
  return left;
}

function leftAfterField({ kind, shape }: Field, value: unknown, budget: number): number {
  if (kind === 'object') return shape ? leftAfterObject(shape(), value, budget) : budget;
  if (kind === 'map' && isJsonObject(value)) return leftAfterItems(value, shape, budget);
  return kind === 'list' && Array.isArray(value) ? leftAfterItems(value, shape, budget) : budget;
}

function leftAfterItems(items: object, shape: Field['shape'], budget: number): number {
  let left = Array.isArray(items) ? budget - items.length : leftAfterKeys(items, budget);
  if (left < 0 || !shape) return left;
  // Few enough by now to be listed.
  for (const item of Object.values(items)) {
    left = leftAfterObject(shape(), item, left);
    if (left < 0) return left;
  }
  return left;
}

function leftAfterKeys(value: object, budget: number): number {
  return budget - Object.keys(value).length;
}
