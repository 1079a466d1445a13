import { type AppError } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type GroupReference } from '../../../kernel/gbac-references.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type GivenAutomation } from '../shape/read-automation.js';
import { type ResolvedAutomation } from './automation-references.service.js';

/** An automation that was read and is to be made. */
export interface AutomationDraft {
  readonly document: JsonObject;
  readonly given: GivenAutomation;
  /** Whether it keeps the id that it came with, if nobody has it. */
  readonly keepsId?: boolean;
}

/** Why one is not made. */
export type Refusal =
  | { readonly kind: 'name-taken' }
  | { readonly kind: 'unknown-groups'; readonly groups: readonly GroupReference[] }
  /** Folded; none when somebody else was faster. */
  | { readonly kind: 'route-taken'; readonly routes: readonly string[] }
  /** It would start a workflow that whoever makes it may not start. */
  | { readonly kind: 'not-startable'; readonly cause: AppError }
  /** Writing took so long that it was taken for abandoned. */
  | { readonly kind: 'abandoned' };

/** What others have already, folded. */
export interface TakenNames {
  /** Why one may not start what it names, in the order of those that are wanted. */
  readonly notStartable: readonly (AppError | undefined)[];
  readonly names: ReadonlySet<string>;
  readonly routes: ReadonlySet<string>;
}

/**
 * Decides in order who gets names and routes: the first that wants one and is not refused for anything
 * else. @returns for each why it is refused, or undefined.
 */
export function admit(
  wanted: readonly GivenAutomation[],
  resolved: readonly ResolvedAutomation[],
  taken: TakenNames,
): readonly (Refusal | undefined)[] {
  const names = new Set(taken.names);
  const routes = new Set(taken.routes);
  return wanted.map((one, at) => {
    const folded = foldText(one.name);
    const own = routesOf(one);
    const refusal = refusalOf({
      cause: taken.notStartable[at],
      isNameTaken: names.has(folded),
      unknown: resolved[at]?.groups.unknown ?? [],
      routes: own.filter((route) => routes.has(route)),
    });
    if (refusal) return refusal;
    names.add(folded);
    for (const route of own) routes.add(route);
    return undefined;
  });
}

/** The routes of its endpoint triggers, folded. */
export function routesOf({ triggers }: GivenAutomation): readonly string[] {
  return triggers.flatMap(({ facts: { route } }) => (route === undefined ? [] : [route]));
}

function refusalOf(found: {
  readonly cause: AppError | undefined;
  readonly isNameTaken: boolean;
  readonly unknown: readonly GroupReference[];
  readonly routes: readonly string[];
}): Refusal | undefined {
  if (found.isNameTaken) return { kind: 'name-taken' };
  if (found.unknown.length > 0) return { kind: 'unknown-groups', groups: found.unknown };
  if (found.cause) return { kind: 'not-startable', cause: found.cause };
  return found.routes.length > 0 ? { kind: 'route-taken', routes: found.routes } : undefined;
}
