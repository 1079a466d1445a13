/** A value that nobody can change any more, and neither what it holds: whoever tries throws. */
export function deeplyFrozen<Given>(value: Given): Given {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deeplyFrozen(member);
  return value;
}
