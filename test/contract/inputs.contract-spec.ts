import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenAPIObject } from '@nestjs/swagger';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type InputCase, InputCases } from '../support/contract/input-cases.js';
import { inputsOf, VALID_INPUTS } from '../support/contract/operation-inputs.js';
import { type Carrier } from '../support/contract/valid-inputs/valid-inputs.js';
import { someOf } from '../support/some-of.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { walkLength } from '../support/walk-length.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

/** How many values a field is tried with, of those that are refused and of those that are not, where it is met first. */
const FIRST_TIMES = walkLength(1, Infinity);
/** Whether a field that was met before is tried with a value of both sorts, or with one of either. */
const IS_WHOLE = walkLength(false, true);
const OPERATIONS = Object.keys(VALID_INPUTS) as OperationId[];

interface OperationInput {
  readonly carrier: Carrier;
  readonly base: string;
  readonly valid: JsonObject;
  readonly cases: readonly InputCase[];
}

interface Refusal {
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('the input of every operation', () => {
  let platform: TestApp;
  let document: OpenAPIObject;
  let inputs: ReadonlyMap<OperationId, readonly OperationInput[]>;

  beforeAll(async () => {
    platform = await startApp('inputs');
    document = platform.document();
    inputs = inputsToTry(document);
  });
  afterAll(() => platform.close());

  const aCaller = () =>
    aSignedInCaller(platform.app, { roles: [{ provenance: 'platform', name: 'admin' }] });

  it('has an example here as soon as the contract describes one', () => {
    const described = BUILT_OPERATIONS.filter((id) => inputsOf(document, id).length > 0);
    expect(Object.keys(VALID_INPUTS).sort()).toEqual([...described].sort());
  });

  it.each(OPERATIONS)('%s is refused where, and only where, the contract says so', async (id) => {
    const token = await aCaller();
    const faults: string[] = [];
    for (const { carrier, base, valid, cases } of inputs.get(id) ?? []) {
      expect(cases.length).toBeGreaterThan(0);
      for (const one of [{ what: 'valid', input: valid, refusedAt: undefined }, ...cases]) {
        const answer = await send(id, carrier, { token, input: one.input });
        const fault = faultOf(answer, one, base);
        if (fault !== undefined) faults.push(`${carrier} ${fault}: ${one.what} ${shown(answer)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  async function send(
    id: OperationId,
    carrier: string,
    { token, input }: { token: string; input: JsonObject },
  ): Promise<Answer<Refusal>> {
    const { method, path } = operationSpec(id);
    const url = path.replace(/:\w+/g, MADE_BY_PATH[id] ?? 'absent');
    if (carrier === 'body') return platform.call(method, url, { token, body: input });
    if (carrier === 'queryOptions' || carrier === 'queryParameters')
      return platform.call(method, url, { token, body: { [carrier]: input } });
    const query = new URLSearchParams(input as Record<string, string>).toString();
    // Signing out is an operation of this kind: it must not end the session of the other calls.
    const own = id === 'logoutByQuery' ? await aCaller() : token;
    // An operation with options beside its body is not reached without a body.
    const body = VALID_INPUTS[id]?.body;
    return platform.call(method, `${url}?${query}`, { token: own, body });
  }
});

/**
 * The cases of every operation. A field of the same place and schema comes from the same decorator, those
 * of lists in dozens of operations: the first one tries it with all its cases, the others with one or two, which show
 * that they take it at all.
 */
function inputsToTry(document: OpenAPIObject): ReadonlyMap<OperationId, readonly OperationInput[]> {
  const cases = new InputCases(document);
  const tried = new Set<string>();
  const once = (all: readonly InputCase[], place: number): readonly InputCase[] => {
    const byField = new Map<string | undefined, InputCase[]>();
    for (const one of all) byField.set(one.field, [...(byField.get(one.field) ?? []), one]);
    return [...byField].flatMap(([field, same]) => {
      if (field === undefined) return same;
      const isFirst = !tried.has(field);
      tried.add(field);
      const refused = same.filter(({ refusedAt }) => refusedAt !== undefined);
      const allowed = same.filter(({ refusedAt }) => refusedAt === undefined);
      const sorts =
        isFirst || IS_WHOLE
          ? [refused, allowed]
          : someOf(
              [refused, allowed].filter((sort) => sort.length > 0),
              place,
              1,
            );
      return sorts.flatMap((some) =>
        someOf(some, place, Math.min(some.length, isFirst ? FIRST_TIMES : 1)),
      );
    });
  };
  const inputOf = (id: OperationId, place: number): readonly OperationInput[] =>
    inputsOf(document, id).map(({ carrier, schema, base }) => {
      const valid = VALID_INPUTS[id]?.[carrier] ?? {};
      const all =
        carrier === 'flat' ? cases.ofTexts(schema, valid, place) : cases.of(schema, valid, place);
      const made = all.filter((one) => !isListOfOne(carrier, valid, one));
      return { carrier, base, valid, cases: once(made, place) };
    });
  return new Map(OPERATIONS.map((id, place) => [id, inputOf(id, place)]));
}

/** Where a path makes what it names, it names something of its own: elsewhere nothing is there. */
const MADE_BY_PATH: Partial<Record<OperationId, string>> = {
  putDevice: 'made-by-its-path',
  // A malformed id is refused before anything is looked up.
  continueJob: '66d02d8221161b4df2717495',
};

/** Rules that no schema of ours can say; only they refuse what the contract allows. */
const BEYOND_THE_SCHEMA = [
  /^is not the id or name of a group$/,
  // Numbers that JSON carries and that are no longer the ones that were written.
  /^must be at most 9007199254740991$/,
  /^must be an integer$/,
  /^must be a release number such as/,
  // Numbers in the form of text, of which a schema knows no bounds.
  /^must be at most 1000$/,
  // What only an earlier answer says.
  /^is no cursor that this search has given$/,
  // Jobs: statuses in a list, and actions that are about a task.
  /^must be one of running, paused, error, complete, canceled$/,
  /^is needed for continue, revert and skip$/,
  // Devices: places, types with their other names, and orders.
  /^must be the (name|one) in the path$/,
  /^must be a host name or an address$/,
  /^is a link-local, metadata or group address, which is never called$/,
  /^must be a user name without control characters$/,
  /^must be one of cisco-ios, .*, or an alias of one$/,
  /^is no type of device$/,
  /^must be one of name, type with 1 or -1$/,
  /^must be \{name: 1\} or \{name: -1\}$/,
  /^must be a time zone such as /,
  // One member beside another.
  /^must not stand beside (everyMinutes|name)$/,
  /^must not stand beside (user|role|group|account|groups|create|transformation)$/,
  /^is not allowed beside (artifact|remove)$/,
  /^is of no use without artifact$/,
  // Building of packages: documents that are not here, named by one of two keys, and forms of versions.
  /^names no .* that is here$/,
  /^must name one$/,
  /^must have either name or _id$/,
  /^must be a version: 1\.2\.3/,
  /^is not used with auth type (basic|bearer|none)$/,
  /^must be empty for a local repository$/,
  /^must be an Ed25519 public key$/,
  /^needs a key in publicKeys to check signatures by$/,
  // The name of a document that is the body itself.
  /^must be a text of 1 to (256|512) characters, not blank, without control characters$/,
  // Roles of the platform have names of its own; custom ones any.
  /^must be one of admin, apiread, apiwrite, /,
  // What is there already.
  /^is the name, which cannot be changed$/,
  /^must be one of name, enabled, type, hostname, path$/,
  /^must be true$/,
  /^must be the id of an operation, or its method and path/,
  /^must be one of \w+\/\{id\}(, \w+\/\{id\})*$/,
  /^names groups that are not here: /,
  // What time has made of it.
  /^must lie in the future$/,
  /^must be false: (failed sign-ins lock an account|documents keep the ids)/,
  /^is not the (name or id of a group|id of a role)$/,
  /^must not be the user name$/,
  /^is not the present password$/,
  // Forms of public clients: an address is made of its parts.
  /^is not a URL$/,
  // Lists: fields of their items, values of these, and one thing beside another.
  /^is no field of this list; it has /,
  /^is nothing to sort by; there are /,
  /^names '.*', which is no member of an item; known: /s,
  /^must be one of 1, asc, ascending, -1, desc, descending$/,
  /^must be a number$/,
  /^must be text$/,
  /^must be true or false$/,
  /^must not stand beside sort with directions of its own$/,
  /^must not stand beside another place to begin$/,
  /^names its fields itself, without sort$/,
  /^goes with the order by metrics\.start_time/,
  // Notifications: what goes with the kind of a channel, and what a rule refers to.
  /^is for (mail|chats) alone$/,
  /^must say how mail is sent$/,
  /^must be an address like /,
  /^must name (an event|a channel)$/,
  /^names no \w+/,
  /^must be the name of a time zone$/,
  /^leaves no time to send anything$/,
  // Lines of configuration: a text, or a list of texts.
  /^must be a text, or a list of lines$/,
  /^must have (a line that is not empty|at most \d+ (lines|characters))$/,
  /^(line \d+ )?must be one line without control characters$/,
];

/** Documents from outside are judged by readers of their own: their places are these or below. */
const DOCUMENT =
  /^#\/((template|triggers|gbac|mop|artifact|prebuilt|project|form|automation|update|workflow)\/|(model|instance)(\/|$)|properties\/properties\/(server|authentication)\b)/;

function isBeyondTheSchema({ errors = [] }: Refusal): boolean {
  return (
    errors.length > 0 &&
    errors.every(
      ({ pointer, detail }) =>
        DOCUMENT.test(pointer) || BEYOND_THE_SCHEMA.some((rule) => rule.test(detail)),
    )
  );
}

/** Where options travel on a query string, a text alone is a list of one. */
function isListOfOne(
  carrier: string,
  valid: JsonObject,
  { input, refusedAt = '' }: InputCase,
): boolean {
  const key = refusedAt.slice('#/'.length);
  return (
    carrier === 'queryParameters' && typeof input[key] === 'string' && Array.isArray(valid[key])
  );
}

/** What is wrong with an answer to a case, if anything is. */
function faultOf(
  answer: Answer<Refusal>,
  { refusedAt }: InputCase,
  base: string,
): string | undefined {
  const { status } = answer;
  if (status >= 500) return 'failed';
  if (isRefusedByScim(answer)) return undefined;
  if (refusedAt !== undefined) return misplaced(answer, base + refusedAt.slice(1));
  return status !== 400 || isBeyondTheSchema(answer.json) ? undefined : 'refused';
}

/** SCIM says in words alone what it refuses; its filters and messages are judged by the tests of SCIM. */
function isRefusedByScim({ status, headers, text }: Answer<Refusal>): boolean {
  const type = headers.get('content-type') ?? '';
  return status === 400 && type.startsWith('application/scim+json') && text.includes('"scimType"');
}

/** What is wrong with a refusal that is due at this place. */
function misplaced({ status, headers, json }: Answer<Refusal>, place: string): string | undefined {
  if (status !== 400) return `not refused at ${place}`;
  const type = headers.get('content-type') ?? '';
  const { errors = [] } = json;
  const isThere = errors.every(({ pointer }) => `${pointer}/`.startsWith(`${place}/`));
  return type.startsWith('application/problem+json') && errors.length > 0 && isThere
    ? undefined
    : `not told of ${place}`;
}

const shown = ({ status, text }: Answer): string => `${status} ${text.slice(0, 500)}`;
