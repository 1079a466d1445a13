import { cutText } from '../../kernel/cut-text.js';
import { type ErrorObject } from 'ajv';
import { type Fault } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';

const FAULTS_MAX = 50;
/** Errors that are looked at: a value may have any number. */
const ERRORS_MAX = 500;
/** Characters of allowed values that a fault names. */
const ALLOWED_MAX = 200;
/** Where an error tells which key it is about. */
const KEY_PARAMETERS: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
};

/** Faults of a value, as people read them: of several branches, those of the one that was meant. */
export function toFaults(errors: readonly ErrorObject[]): readonly Fault[] {
  return withoutOtherBranches(errors.slice(0, ERRORS_MAX)).slice(0, FAULTS_MAX).map(toFault);
}

/**
 * Of `anyOf` and `oneOf` the errors of the branch that fits best, where one does; branches that are
 * references cannot be told apart, and stay.
 */
function withoutOtherBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let kept = errors;
  // Inner ones come first.
  for (const choice of errors) {
    if (choice.keyword !== 'anyOf' && choice.keyword !== 'oneOf') continue;
    const branches = branchesOf(choice, kept);
    const best = bestOf(choice, branches);
    if (!best) continue;
    const others = [...branches.values()].filter((branch) => branch !== best).flat();
    const dropped = new Set([choice, ...others]);
    kept = kept.filter((error) => !dropped.has(error));
  }
  return kept;
}

type Branch = readonly ErrorObject[];

function branchesOf(
  { schemaPath, instancePath }: ErrorObject,
  errors: readonly ErrorObject[],
): ReadonlyMap<string, Branch> {
  const branches = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    const isBelow =
      `${error.instancePath}/`.startsWith(`${instancePath}/`) &&
      error.schemaPath.startsWith(`${schemaPath}/`);
    if (!isBelow) continue;
    const branch = error.schemaPath
      .slice(schemaPath.length + 1)
      .split('/', 1)
      .join();
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return branches;
}

/** The branch that nothing speaks against, where there is one alone. */
function bestOf(
  { instancePath }: ErrorObject,
  branches: ReadonlyMap<string, Branch>,
): Branch | undefined {
  const fitting = [...branches.values()].filter(
    (branch) => !branch.some((error) => tellsApart(error, instancePath)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Another type than that of the branch, or another value where the branch names one alone. */
function tellsApart({ keyword, params, instancePath: at }: ErrorObject, value: string): boolean {
  if (keyword === 'type') return at === value;
  const isNear = at.split('/').length <= value.split('/').length + 1;
  const { allowedValues = [] } = params as { readonly allowedValues?: readonly unknown[] };
  return isNear && (keyword === 'const' || allowedValues.length === 1);
}

function toFault({ instancePath, keyword, params, message }: ErrorObject): Fault {
  const path = instancePath.split('/').slice(1).map(unescaped);
  const key = params[KEY_PARAMETERS[keyword] ?? ''] as unknown;
  if (typeof key !== 'string') {
    return { pointer: jsonPointer(path), detail: allowedOf(params) ?? message ?? 'is not valid' };
  }
  const detail = keyword === 'required' ? 'is required' : 'is not permitted';
  return { pointer: jsonPointer([...path, key]), detail };
}

/** The values that a schema lists; a long list is cut. */
function allowedOf(params: ErrorObject['params']): string | undefined {
  const { allowedValues: several, allowedValue: single } = params as {
    readonly allowedValues?: readonly unknown[];
    readonly allowedValue?: unknown;
  };
  const values = several ?? (single === undefined ? [] : [single]);
  if (values.length === 0) return undefined;
  const text = values.map((value) => JSON.stringify(value)).join(', ');
  const named = cutText(text, ALLOWED_MAX, '…');
  return several ? `must be one of ${named}` : `must be ${named}`;
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
