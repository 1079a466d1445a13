import { type OperationId } from '#api/operations/operations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { listPart, omitFields, pickFields } from './answer-parts.js';

/** How something is planned by one operation, and applied by the same or another one. */
export interface PlanKind {
  readonly plan: OperationId;
  readonly apply: OperationId;
  /** Whether `device` names what it is done to. */
  readonly ofDevice?: true;
  /** The body that shows what would be done. */
  planBody(request: JsonObject): JsonObject;
  /** The hash of what was shown; undefined where it cannot be applied. */
  hashOf(answer: JsonValue): string | undefined;
  /** The body that does what was shown, and nothing else. */
  applyBody(request: JsonObject, hash: string): JsonObject;
  /** What would change, for people. */
  shown(answer: JsonValue): JsonValue;
}

const NATIVE = { outformat: 'native' };

export const PLAN_KINDS = {
  device: {
    plan: 'changeDevice',
    apply: 'changeDevice',
    ofDevice: true,
    planBody: (request) => ({ ...request, dryRun: true }),
    hashOf: (answer) => textOf(membersOf(answer)['planHash']),
    applyBody: (request, planHash) => ({ ...request, dryRun: false, planHash }),
    shown: (answer) => pickFields(answer, ['diff', 'warnings']),
  },
  package: {
    plan: 'planArtifact',
    apply: 'installArtifact',
    planBody: (request) => request,
    hashOf: (answer) => {
      const { applicable, hash } = membersOf(answer);
      return applicable === true ? textOf(hash) : undefined;
    },
    applyBody: (request, plan) => ({ ...request, options: { ...optionsOf(request), plan } }),
    shown: (answer) => pickFields(answer, ['packages', 'warnings']),
  },
  service: {
    plan: 'saveInstances',
    apply: 'saveInstances',
    // As one commit: then one hash stands for all of it.
    planBody: (request) => ({
      ...request,
      options: { dryrun: NATIVE, ...optionsOf(request), atomic: true },
    }),
    hashOf: (answer) => {
      const items = savedItems(answer);
      return items.every(({ success }) => success === true)
        ? textOf(items[0]?.['planHash'])
        : undefined;
    },
    applyBody: (request, planHash) => {
      const options = omitFields(optionsOf(request), ['dryrun']);
      return { ...request, options: { ...options, atomic: true, planHash } };
    },
    shown: savedItems,
  },
} as const satisfies Readonly<Record<string, PlanKind>>;

export type PlanKindName = keyof typeof PLAN_KINDS;
export const PLAN_KIND_NAMES = Object.keys(PLAN_KINDS) as PlanKindName[];

/** A kind, widened to what every kind may hold. */
export function planKind(name: PlanKindName): PlanKind {
  return PLAN_KINDS[name];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function optionsOf({ options }: JsonObject): JsonObject {
  return isJsonObject(options) ? options : {};
}

function membersOf(answer: JsonValue): JsonObject {
  return isJsonObject(answer) ? answer : {};
}

function savedItems(answer: JsonValue): JsonObject[] {
  return listPart(answer).items.filter(isJsonObject);
}
