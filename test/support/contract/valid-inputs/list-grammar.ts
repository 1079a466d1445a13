import { type JsonObject } from '#kernel/json.js';

/**
 * What every list takes; nothing of it leaves a list out. The field is a text by which it is sorted,
 * the member one of the items where that is another one.
 */
export function grammarBy(field: string, member = field): Readonly<Record<string, string>> {
  return {
    equals: 'x',
    equalsField: field,
    contains: 'x',
    containsField: field,
    startsWith: 'x',
    startsWithField: field,
    'starts-with': 'x',
    'starts-withField': field,
    in: 'x,y',
    inField: field,
    'not-in': 'y',
    'not-inField': field,
    gt: 'x',
    gtField: field,
    gte: 'x',
    gteField: field,
    lt: 'x',
    ltField: field,
    lte: 'x',
    lteField: field,
    exists: 'true',
    existsField: field,
    sort: field,
    order: '1',
    skip: '0',
    limit: '1',
    include: member,
    exclude: member,
  };
}

export const LIST_GRAMMAR = grammarBy('name');

/** The same in an object of options. */
export const LIST_OPTIONS: JsonObject = { ...LIST_GRAMMAR, order: 1, skip: 0, limit: 1 };
