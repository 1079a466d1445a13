import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenAPIObject } from '@nestjs/swagger';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type InputCase, InputCases } from '../support/contract/input-cases.js';
import { inputsOf, VALID_INPUTS } from '../support/contract/operation-inputs.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

interface Refusal {
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('the input of every operation', () => {
  let platform: TestApp;
  let document: OpenAPIObject;
  let cases: InputCases;

  beforeAll(async () => {
    platform = await startApp('inputs');
    document = platform.document();
    cases = new InputCases(document);
  });
  afterAll(() => platform.close());

  const aCaller = () =>
    aSignedInCaller(platform.app, { roles: [{ provenance: 'platform', name: 'admin' }] });

  it('has an example here as soon as the contract describes one', () => {
    const described = BUILT_OPERATIONS.filter((id) => inputsOf(document, id).length > 0);
    expect(Object.keys(VALID_INPUTS).sort()).toEqual([...described].sort());
  });

  it.each(Object.keys(VALID_INPUTS) as OperationId[])(
    '%s is refused where, and only where, the contract says so',
    async (id) => {
      const token = await aCaller();
      const faults: string[] = [];
      for (const { carrier, schema, base } of inputsOf(document, id)) {
        const valid = VALID_INPUTS[id]?.[carrier] ?? {};
        const accepted = await send(id, carrier, { token, input: valid });
        if (accepted.status === 400 || accepted.status >= 500)
          faults.push(`valid: ${accepted.text}`);
        const all = carrier === 'flat' ? cases.ofTexts(schema, valid) : cases.of(schema, valid);
        expect(all.length).toBeGreaterThan(10);
        for (const one of all) {
          const answer = await send(id, carrier, { token, input: one.input });
          const fault = faultOf(answer, one, base);
          if (fault !== undefined) faults.push(`${carrier} ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  async function send(
    id: OperationId,
    carrier: string,
    { token, input }: { token: string; input: JsonObject },
  ): Promise<Answer<Refusal>> {
    const { method, path } = operationSpec(id);
    const url = path.replace(/:\w+/g, 'absent');
    if (carrier === 'body') return platform.call(method, url, { token, body: input });
    if (carrier === 'queryOptions')
      return platform.call(method, url, { token, body: { queryOptions: input } });
    const query = new URLSearchParams(input as Record<string, string>).toString();
    // Signing out is an operation of this kind: it must not end the session of the other calls.
    const own = id === 'logoutByQuery' ? await aCaller() : token;
    return platform.call(method, `${url}?${query}`, { token: own });
  }
});

/** Rules that no schema of ours can say; only they refuse what the contract allows. */
const BEYOND_THE_SCHEMA = [
  // Numbers that JSON carries and that are no longer the ones that were written.
  /^must be at most 9007199254740991$/,
  /^must be an integer$/,
  /^must be a release number such as/,
  // One member beside another.
  /^must not stand beside user$/,
  /^is not allowed beside artifact$/,
  /^must be empty for a local repository$/,
  // What is there already.
  /^is the name, which cannot be changed$/,
  /^must be one of name, enabled, type, hostname, path$/,
  /^must be true$/,
];

/** Documents of packages are judged by their own reader: their places are below these. */
const PACKAGE = /^#\/(artifact|prebuilt)\//;

function isBeyondTheSchema({ errors = [] }: Refusal): boolean {
  return (
    errors.length > 0 &&
    errors.every(
      ({ pointer, detail }) =>
        PACKAGE.test(pointer) || BEYOND_THE_SCHEMA.some((rule) => rule.test(detail)),
    )
  );
}

/** What is wrong with an answer to a case, if anything is. */
function faultOf(
  answer: Answer<Refusal>,
  { what, input, refusedAt }: InputCase,
  base: string,
): string | undefined {
  const { status, headers, text } = answer;
  const told = `${what} in ${JSON.stringify(input).slice(0, 300)}: ${text.slice(0, 300)}`;
  if (status >= 500) return `failed for ${told}`;
  if (refusedAt === undefined) {
    return status !== 400 || isBeyondTheSchema(answer.json) ? undefined : `refused: ${told}`;
  }
  const place = base + refusedAt.slice(1);
  if (status !== 400) return `accepted (${status}) at ${place}: ${told}`;
  if (!headers.get('content-type')?.startsWith('application/problem+json'))
    return `no problem: ${told}`;
  const pointers = (answer.json.errors ?? []).map(({ pointer }) => pointer);
  const isAt = (pointer: string): boolean => pointer === place || pointer.startsWith(`${place}/`);
  return pointers.length > 0 && pointers.every(isAt)
    ? undefined
    : `refused at ${pointers.join(', ')} instead of ${place}: ${told}`;
}
