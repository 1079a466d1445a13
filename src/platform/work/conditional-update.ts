import { type mongo } from 'mongoose';

/** A write of one document, for `updateOne` and bulk writes. */
export interface ConditionalUpdate<T> {
  readonly filter: mongo.Filter<T>;
  readonly update: mongo.Document[];
}

/**
 * An update of one document by its id alone, which leaves it as it is where the condition does not hold. A filter that
 * names more than the id makes the database weigh its indexes against each other, which takes longer than the write.
 * Both are matched: `modifiedCount` tells how many were changed, so a change must make a difference.
 * @param condition an expression.
 * @param change values of whole fields, as expressions.
 */
export function conditionalUpdate<T extends { readonly _id: string }>(
  _id: string,
  condition: mongo.Document,
  change: mongo.Document,
): ConditionalUpdate<T> {
  const changed = { $mergeObjects: ['$$ROOT', change] };
  return {
    filter: { _id } as mongo.Filter<T>,
    update: [{ $replaceWith: { $cond: [condition, changed, '$$ROOT'] } }],
  };
}

/**
 * A filter by values, by `$type` and by `$expr`, as an expression.
 * @throws Error at other operators.
 */
export function expressionOf(filter: mongo.Document): mongo.Document {
  return { $and: Object.entries(filter).map(([field, asked]) => conditionOf(field, asked)) };
}

/** Fields by their paths, two names long at most, as whole fields: what else lies within one of them stays. */
export function wholeFields(fields: mongo.Document): mongo.Document {
  const whole: Record<string, unknown> = {};
  const within: Record<string, mongo.Document> = {};
  for (const [path, value] of Object.entries<unknown>(fields)) {
    const [field = '', name] = path.split('.');
    if (name === undefined) whole[field] = value;
    else within[field] = { ...within[field], [name]: value };
  }
  for (const [field, parts] of Object.entries(within)) {
    whole[field] = { $mergeObjects: [`$${field}`, parts] };
  }
  return whole;
}

function conditionOf(field: string, asked: unknown): unknown {
  if (field === '$expr') return asked;
  const [[operator, operand] = []] = Object.entries(asked ?? {});
  if (operator === '$type') return { $eq: [{ $type: `$${field}` }, operand] };
  if (operator?.startsWith('$')) throw new Error(`${operator} has no form as an expression here`);
  return { $eq: [{ $ifNull: [`$${field}`, null] }, { $literal: asked }] };
}
