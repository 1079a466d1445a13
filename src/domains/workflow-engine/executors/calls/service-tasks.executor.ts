import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { RestActionService } from '../../../orchestrator/rest-action.service.js';
import { RestQueryService } from '../../../orchestrator/rest-query.service.js';
import {
  type SavedInstance,
  ServiceAutomationService,
} from '../../../service-management/automating/service-automation.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { taskError } from '../../workers/task-errors.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { type TaskUsers, usersOf } from '../../workers/task-rights.js';
import { actingPrincipal } from '../devices/acting-principal.js';
import { objectIn, textIn } from '../devices/device-input.js';
import { failedTask } from '../devices/failed-task.js';
import { actionBody, adapterIn, instancesIn, resourceIn } from './service-input.js';

const DEADLINE_MS = 2 * 3600 * 1000;
const YANG_JSON = 'application/yang-data+json';

/** Service instances and actions of orchestrators, as operations 18, 6 and 5 do them. */
@Injectable()
export class ServiceTasks implements TaskExecutor {
  readonly name = 'service';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;

  private readonly works: Readonly<Record<string, (call: TaskCall) => Promise<TaskOutcome>>> = {
    'NSOManager runAction': (call) => this.act(call),
    'ServiceManagement getInstance': (call) => this.look(call),
    'ServiceManagement saveInstances': (call) => this.save(call, {}),
    'ServiceManagement testInstances': (call) =>
      this.save(call, { dryrun: { outformat: 'native' } }),
  };

  constructor(
    private readonly services: ServiceAutomationService,
    private readonly actions: RestActionService,
    private readonly queries: RestQueryService,
  ) {}

  handles({ app, name }: TaskType): boolean {
    return Object.hasOwn(this.works, `${app} ${name}`);
  }

  /** A save is known by the iteration, and done once; whether an action was done is not known. */
  isIdempotent({ name }: Pick<TaskCall, 'name'>): boolean {
    return name !== 'runAction';
  }

  async run(call: TaskCall): Promise<TaskOutcome> {
    const work = this.works[`${call.app} ${call.name}`];
    return failedTask(
      call.signal,
      async () => work?.(call) ?? taskError('unknown task', 'internal'),
    );
  }

  private async save(call: TaskCall, usual: JsonObject): Promise<TaskOutcome> {
    const { input, users, iterationId } = call;
    const { options, ...what } = instancesIn(input);
    const asked = { ...what, options: { ...usual, ...options } };
    const items = await this.services.save(asked, serviceUsers(users), iterationId);
    return savedOutcome(items);
  }

  private async look({ input, users }: TaskCall): Promise<TaskOutcome> {
    const { principal } = serviceUsers(users);
    const adapterId = await this.services.adapterFor(adapterIn(input), principal);
    const query = { path: `${resourceIn(input)}?content=config`, accept: YANG_JSON };
    const [found = null] = await this.queries.ask(adapterId, query, usersOf(users, false));
    return { finish: 'success', output: entryOf(found) };
  }

  private async act({ input, users }: TaskCall): Promise<TaskOutcome> {
    const { principal } = serviceUsers(users);
    const adapterId = await this.services.adapterFor(adapterIn(input), principal);
    const path = resourceIn(input);
    const body = actionBody(path, objectIn(input, 'input'));
    const params = { path, accept: textIn(input, 'accept') ?? YANG_JSON };
    const action = { params, body, text: JSON.stringify({ body }) };
    const answer = await this.actions.send(adapterId, action, usersOf(users, false));
    const [output = {}] = await this.queries.itemsOf(answer);
    return { finish: 'success', output: outputOf(output) };
  }
}

function serviceUsers({ actor, others }: TaskUsers): {
  readonly principal: ReturnType<typeof actingPrincipal>;
  readonly others: TaskUsers['others'];
} {
  return { principal: actingPrincipal(actor), others };
}

/** All of them, also where one of them failed: then the task's error says so. */
function savedOutcome(items: readonly SavedInstance[]): TaskOutcome {
  const output = items.map(toJson);
  const failed = items.filter(({ success }) => !success);
  if (failed.length === 0) return { finish: 'success', output };
  const [{ xpath, error } = { xpath: '', error: null }] = failed;
  const more = failed.length > 1 ? `, and ${failed.length - 1} more` : '';
  return taskError(
    `${xpath} was not saved: ${error ?? 'no reason is known'}${more}`,
    'instance-not-saved',
    {
      results: output,
    },
  );
}

function toJson({ target, dryrun, planHash, ...item }: SavedInstance): JsonObject {
  return {
    ...item,
    target: [...target],
    ...(dryrun && { dryrun }),
    ...(planHash !== undefined && { planHash }),
  };
}

/** The entry itself: a RESTCONF answer holds it in a list below its name. */
function entryOf(found: JsonValue): JsonValue {
  const value = onlyMember(found);
  return Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
}

/** What an action puts out, without the name of its module. */
function outputOf(found: JsonValue): JsonValue {
  const isNamed =
    isJsonObject(found) && Object.keys(found).every((key) => /^[^:]+:output$/.test(key));
  return isNamed ? onlyMember(found) : found;
}

function onlyMember(found: JsonValue): JsonValue {
  if (!isJsonObject(found)) return found;
  const [value = null, ...others] = Object.values(found);
  return others.length === 0 ? value : found;
}
