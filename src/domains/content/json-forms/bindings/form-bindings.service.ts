import { Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { jsonPointer } from '#kernel/json-pointer.js';
import { type JsonObject } from '#kernel/json.js';
import { type PresentedIdentity } from '#api/request/presented-identity.decorator.js';
import { type FormBinding, readBindings } from '#cores/form-answers/form-bindings.js';
import { JsonFormsService } from '../json-forms.service.js';
import {
  type BindingAnswer,
  type BindingCall,
  type PreparedBinding,
  prepareBinding,
} from './binding-call.js';
import { BindingCallerService } from './binding-caller.service.js';
import { type FieldOutcome, fieldOutcomes } from './field-outcomes.js';

/** Which bindings of a form are resolved, and by which answers. */
export interface BindingsRequest {
  readonly answers: JsonObject;
  /** Pointers of fields; all of them when absent. */
  readonly fields: readonly string[] | undefined;
}

/** Different calls for one form: more are no form but a flood. */
const CALLS_MAX = 50;
const AT_A_TIME = 4;
const DEADLINE_MS = 60_000;

/** Fills in what fields of a form take from calls, in the name of whoever fills in the form. */
@Injectable()
export class FormBindingsService {
  constructor(
    private readonly forms: JsonFormsService,
    private readonly caller: BindingCallerService,
  ) {}

  /**
   * What became of each field; one that fails keeps no other from being filled in.
   * @throws AppError `not-found` for the form.
   */
  async resolve(
    idOrName: string,
    { answers, fields }: BindingsRequest,
    identity: PresentedIdentity,
  ): Promise<readonly FieldOutcome[]> {
    const { document } = await this.forms.get(idOrName);
    const wanted = readBindings(document).filter((one) => fields?.includes(placeOf(one)) ?? true);
    const prepared = wanted.map((binding) => ({
      binding,
      ready: prepareBinding(binding, answers),
    }));
    const calls = new Map(prepared.flatMap(({ ready }) => callsOf(ready)));
    const answered = await this.callAll(calls, identity);
    const groups = new Map<string, { binding: FormBinding; answer: BindingAnswer }[]>();
    for (const { binding, ready } of prepared) {
      const group = groups.get(placeOf(binding)) ?? [];
      group.push({ binding, answer: answerTo(ready, answered) });
      groups.set(placeOf(binding), group);
    }
    return [...groups.values()].flatMap(fieldOutcomes);
  }

  private async callAll(
    calls: ReadonlyMap<string, BindingCall>,
    identity: PresentedIdentity,
  ): Promise<ReadonlyMap<string, BindingAnswer>> {
    const answers = new Map<string, BindingAnswer>();
    const open = [...calls].slice(0, CALLS_MAX);
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const work = async (): Promise<void> => {
      for (let next = open.shift(); next; next = open.shift()) {
        const [key, call] = next;
        answers.set(key, deadline.aborted ? LATE : await this.answer(call, identity));
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    return answers;
  }

  private async answer(call: BindingCall, identity: PresentedIdentity): Promise<BindingAnswer> {
    try {
      return await this.caller.call(call, identity);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { status: 'failed', detail: error.detail };
    }
  }
}

const LATE = { status: 'failed', detail: 'The other fields took all of the time' } as const;
const TOO_MANY = {
  status: 'failed',
  detail: `A form makes at most ${CALLS_MAX} different calls at once; name fewer fields`,
} as const;

function placeOf({ path }: FormBinding): string {
  return jsonPointer(path.map((key) => key ?? '*'));
}

function callsOf(ready: PreparedBinding): readonly (readonly [string, BindingCall])[] {
  return ready.status === 'ready' ? [[JSON.stringify(ready.call), ready.call]] : [];
}

function answerTo(
  ready: PreparedBinding,
  answered: ReadonlyMap<string, BindingAnswer>,
): BindingAnswer {
  if (ready.status !== 'ready') return ready;
  return answered.get(JSON.stringify(ready.call)) ?? TOO_MANY;
}
