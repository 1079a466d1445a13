/** Which steps have to run before which, by their numbers. */
export type Dependencies = ReadonlyMap<number, ReadonlySet<number>>;

/** All steps so that each comes after those it needs; else the steps of one circle. */
export type Order =
  | { readonly kind: 'ordered'; readonly steps: readonly number[] }
  | { readonly kind: 'circle'; readonly steps: readonly number[] };

/** Orders steps; of those that could come next always the one that was ready first. */
export function orderSteps(steps: readonly number[], needs: Dependencies): Order {
  const open = new Map(steps.map((step) => [step, needs.get(step)?.size ?? 0]));
  const neededBy = reversed(needs);
  const ordered = steps.filter((step) => open.get(step) === 0);
  // The list grows while it is read.
  for (const step of ordered) {
    for (const later of neededBy.get(step) ?? []) {
      const left = (open.get(later) ?? 0) - 1;
      open.set(later, left);
      if (left === 0) ordered.push(later);
    }
  }
  if (ordered.length === steps.length) return { kind: 'ordered', steps: ordered };
  return { kind: 'circle', steps: circleIn(new Set(steps), new Set(ordered), needs) };
}

function reversed(needs: Dependencies): ReadonlyMap<number, readonly number[]> {
  const neededBy = new Map<number, number[]>();
  for (const [step, needed] of needs) {
    for (const one of needed) {
      const list = neededBy.get(one) ?? [];
      list.push(step);
      neededBy.set(one, list);
    }
  }
  return neededBy;
}

/** Going back from a step that never became ready ends in a circle. */
function circleIn(
  steps: ReadonlySet<number>,
  done: ReadonlySet<number>,
  needs: Dependencies,
): readonly number[] {
  const path: number[] = [];
  const seen = new Map<number, number>();
  let next = [...steps].find((step) => !done.has(step));
  while (next !== undefined) {
    const known = seen.get(next);
    if (known !== undefined) return path.slice(known);
    seen.set(next, path.push(next) - 1);
    next = [...(needs.get(next) ?? [])].find((step) => !done.has(step));
  }
  return path;
}
