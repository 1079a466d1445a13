import { FINISH_STATES } from '#cores/engine/finish-state.js';
import { cutText } from '#kernel/cut-text.js';
import { isJsonObject, type JsonValue } from '#kernel/json.js';
import { omitFields, oneObject, pickFields } from './answer-parts.js';
import { PLAN_KIND_NAMES, planKind, type PlanKindName } from './plan-kinds.js';
import {
  admits,
  argumentsOf,
  data,
  text,
  textIn,
  type Tool,
  type ToolCall,
  type ToolOutcome,
} from './tool.js';

/** Of a change, as a person is shown it. */
const SHOWN_MAX = 4000;
const ABOUT_MAX = 200;
const CONFIRMATION = text('What the person typed when asked');

/** Shows what a change would do, and keeps it for `apply`. */
export const PLAN: Tool = {
  name: 'plan',
  description:
    'Show what a change would do; changes nothing. Answers a diff and a hash for apply. ' +
    'request is the body of: device {config:[lines]} or {restore:{backupId}}; ' +
    'package {name,version} or {remove:[names]}; service {instance,options}.',
  needs: PLAN_KIND_NAMES.map((name) => planKind(name).plan),
  input: (caller) =>
    argumentsOf(
      {
        kind: { enum: PLAN_KIND_NAMES.filter((name) => admits(caller, planKind(name).plan)) },
        device: text(),
        request: { type: 'object' },
      },
      ['kind', 'request'],
    ),
  run: async ({ kind, device, request }, call) => {
    const name = kind as PlanKindName;
    const { plan, apply, ofDevice, ...rules } = planKind(name);
    if ((device !== undefined) !== (ofDevice === true))
      return { kind: 'refused', text: 'device goes with kind device, and with no other.' };
    const given = isJsonObject(request) ? request : {};
    const path: Readonly<Record<string, string>> = ofDevice ? { name: textIn(device) } : {};
    const answer = await call.operations.call(plan, { path, body: rules.planBody(given) });
    const planHash = rules.hashOf(answer);
    if (planHash === undefined) return data({ hash: null, plan: answer });
    const planned = {
      operation: apply,
      path,
      body: rules.applyBody(given, planHash),
      about: cutText(`${name} ${textIn(device ?? given['name'])}`.trim(), ABOUT_MAX),
      shown: shownText(rules.shown(answer)),
    };
    const hash = await call.plans.keep(planned, call.caller.principal.id);
    return data({ hash, plan: withoutHashes(answer) });
  },
};

/** Does what was planned. */
export const APPLY: Tool = {
  name: 'apply',
  description: 'Carry out a plan, by its hash alone. The person is asked first.',
  writes: true,
  needs: PLAN_KIND_NAMES.map((name) => planKind(name).apply),
  input: () => argumentsOf({ hash: text(), confirmation: CONFIRMATION }, ['hash']),
  run: async ({ hash, confirmation }, call) => carryOut(textIn(hash), confirmation, call),
};

/** Works a task of a job that waits for a person. */
export const ANSWER_TASK: Tool = {
  name: 'answer_task',
  description: 'Finish a manual task of a job. The person is asked first.',
  writes: true,
  needs: ['finishManualTask'],
  input: () =>
    argumentsOf(
      {
        task: text('Id'),
        finish_state: { enum: [...FINISH_STATES] },
        variables: { type: 'object', description: 'Outputs by name; export for a form' },
        message: text(),
        confirmation: CONFIRMATION,
      },
      ['task', 'finish_state'],
    ),
  run: async ({ task, confirmation, ...body }, call) => {
    const path = { id: textIn(task) };
    const found = await call.operations.call('getManualTask', { path });
    const named = pickFields(oneObject(found), ['summary', 'job.name']);
    const shown = shownText({ task: named, ...body });
    const planned = { operation: 'finishManualTask', path, body, about: 'task', shown } as const;
    const hash = await call.plans.keep(planned, call.caller.principal.id);
    return carryOut(hash, confirmation, call);
  },
};

/** There is one hash to apply a plan by; that of the operation would be taken for it. */
function withoutHashes(answer: JsonValue): JsonValue {
  if (Array.isArray(answer)) return answer.map(withoutHashes);
  return isJsonObject(answer) ? omitFields(answer, ['hash', 'planHash']) : answer;
}

async function carryOut(
  hash: string,
  phrase: JsonValue | undefined,
  { plans, operations, caller, consent }: ToolCall,
): Promise<ToolOutcome> {
  const decision = await plans.decide(hash, caller.principal.id, { consent, phrase });
  if (decision.kind !== 'go') return decision;
  const { operation, path, body } = decision.call;
  return data(await operations.call(operation, { path, body }));
}

function shownText(shown: JsonValue): string {
  const diff = isJsonObject(shown) ? textIn(shown['diff']) : '';
  return cutText(diff === '' ? JSON.stringify(shown) : diff, SHOWN_MAX, '… (cut)');
}
