import { type Graph, type PlannedStep, type Source } from './plan.js';

type Parts = Pick<Graph, 'inputs' | 'outputs' | 'steps'>;

const NONE: ReadonlySet<number> = new Set();

/**
 * The steps of a function through which an accumulator goes from what comes in first to what goes out
 * first, and which each answer it extended. Nothing else looks at the accumulator on its way, so nobody
 * can tell whether they extend a copy of it or the accumulator itself; copying it in each round of a
 * `reduce` would cost the square of its length. None when the function is any other.
 */
export function accumulatingSteps(parts: Parts): ReadonlySet<number> {
  const accumulator = parts.inputs.findIndex(
    ({ binding }) => binding.kind === 'position' && binding.at === 0,
  );
  const uses = usesOf(parts);
  const bySlot = new Map(parts.steps.map((step) => [step.slot, step]));
  const passed = new Set<number>();
  let slot = slotGoingOut(parts);
  while (slot !== undefined && uses.get(slot) === 1) {
    if (slot === accumulator) return passed;
    passed.add(slot);
    slot = slotExtendedBy(bySlot.get(slot));
  }
  return NONE;
}

/** The slot that goes out first, and as a whole. */
function slotGoingOut({ outputs }: Parts): number | undefined {
  const [write, ...others] = outputs[0]?.writes ?? [];
  return write?.path.length === 0 && others.length === 0 ? wholeOf(write.source) : undefined;
}

/** The slot that a step always takes and answers extended. */
function slotExtendedBy(step: PlannedStep | undefined): number | undefined {
  const extending = step?.kind === 'method' && step.extendsFirst && step.guards.length === 0;
  const sources = extending ? step.args[0]?.sources : undefined;
  return sources?.length === 1 ? wholeOf(sources[0]) : undefined;
}

/** How many look at each slot, or at something in it. */
function usesOf({ outputs, steps }: Parts): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  const sources = [
    ...steps.flatMap(({ args }) => args.flatMap((argument) => argument.sources)),
    ...outputs.flatMap(({ writes }) => writes.map(({ source }) => source)),
  ];
  for (const source of sources) {
    if (source.kind === 'slot') uses.set(source.slot, (uses.get(source.slot) ?? 0) + 1);
  }
  return uses;
}

/** The slot of which a source is always the whole value. */
function wholeOf(source: Source | undefined): number | undefined {
  const isWhole = source?.kind === 'slot' && source.path.length === 0 && source.guards.length === 0;
  return isWhole ? source.slot : undefined;
}
