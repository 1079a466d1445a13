import { Injectable } from '@nestjs/common';
import { jsonAnswer } from '../../api/http/json-answer.js';
import { AppError } from '../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { AS_PLATFORM } from '../adapters/access/adapter-access.js';
import { AdapterCallerService } from '../adapters/calls/adapter-caller.service.js';
import { type CommitOptions, type DryRun } from './restconf/commit-options.js';
import { commitQuery, type Northbound } from './restconf/commit-query.js';
import { dryRunResult } from './restconf/dry-run-result.js';
import { moduleNames } from './restconf/module-names.js';
import { DATASTORE } from './restconf/resource-path.js';
import { errorMessage } from './restconf/upstream-errors.js';

const MEDIA_TYPE = 'application/yang-data+json';
const LIBRARIES = ['ietf-yang-library:modules-state', 'ietf-yang-library:yang-library'] as const;

/** The orchestrator that is spoken to. */
export interface Orchestrator {
  readonly id: string;
  readonly name: string;
  readonly northbound: Northbound;
}

/** What an orchestrator answered: its JSON, where that is what it sent. */
export interface OrchestratorAnswer {
  readonly status: number;
  /** Undefined for an empty body. */
  readonly json: JsonValue | undefined;
  /** False for a body that is no JSON: no RESTCONF server said that. */
  readonly isRestconf: boolean;
}

/** What an orchestrator has at a path. */
export interface Presence {
  /** Undefined when it does not say. */
  readonly has: boolean | undefined;
  /** It says that nothing can lie there. */
  readonly isMisnamed: boolean;
  /** What it said, where it has something. */
  readonly content: JsonValue;
}

/** What a dry-run came to. */
export type DryRunOutcome =
  | { readonly kind: 'planned'; readonly result: JsonObject }
  | { readonly kind: 'refused'; readonly error: string };

/**
 * The few things that are asked of an orchestrator, in the words of RESTCONF. Saves go on when nobody is there:
 * whoever asks for one is judged before (`AdapterChoiceService`, `InstanceRemovalService`).
 */
@Injectable()
export class OrchestratorClientService {
  constructor(private readonly caller: AdapterCallerService) {}

  /** Names of the modules it knows; undefined when it does not say. @throws AppError as `AdapterCallerService`. */
  async modules(orchestrator: Orchestrator): Promise<ReadonlySet<string> | undefined> {
    for (const library of LIBRARIES) {
      const { status, json } = await this.send(orchestrator, 'GET', `${DATASTORE}/${library}`);
      if (status === 200) return moduleNames(json);
    }
    return undefined;
  }

  /** Whether it has an instance, and how it looks. @throws AppError as `AdapterCallerService`. */
  async look(orchestrator: Orchestrator, xpath: string): Promise<Presence> {
    const path = `${DATASTORE}${xpath}?content=config`;
    const { status, json = null } = await this.send(orchestrator, 'GET', path);
    if (status === 200 || status === 204) return { has: true, isMisnamed: false, content: json };
    const has = status === 404 ? false : undefined;
    return { has, isMisnamed: status === 400, content: null };
  }

  /** What saving this would do. @throws AppError as `AdapterCallerService`. */
  async plan(
    orchestrator: Orchestrator,
    commit: CommitOptions,
    dryRun: DryRun,
    change: { readonly body: JsonObject } | { readonly deletes: string },
  ): Promise<DryRunOutcome> {
    const options = { flags: commit.flags, dryRun, queue: null };
    const answer = await this.change(orchestrator, options, change, true);
    if (answer.status !== 200) return { kind: 'refused', error: refusalOf(answer) };
    const result = dryRunResult(answer.json);
    return result
      ? { kind: 'planned', result }
      : { kind: 'refused', error: 'The orchestrator answered something else than a plan' };
  }

  /** Saves this, or deletes what lies at a path. @throws AppError as `AdapterCallerService`. */
  async commit(
    orchestrator: Orchestrator,
    commit: CommitOptions,
    change: { readonly body: JsonObject } | { readonly deletes: string },
  ): Promise<OrchestratorAnswer> {
    return this.change(orchestrator, commit, change, false);
  }

  private async change(
    orchestrator: Orchestrator,
    commit: CommitOptions,
    change: { readonly body: JsonObject } | { readonly deletes: string },
    isIdempotent: boolean,
  ): Promise<OrchestratorAnswer> {
    const query = commitQuery(commit, orchestrator.northbound);
    // A commit is never repeated by itself: whether the first one was done cannot be known.
    if ('deletes' in change) {
      const path = `${DATASTORE}${change.deletes}${query}`;
      return this.send(orchestrator, 'DELETE', path, { isIdempotent });
    }
    const body = JSON.stringify(change.body);
    return this.send(orchestrator, 'PATCH', `${DATASTORE}${query}`, { isIdempotent, body });
  }

  private async send(
    { id }: Orchestrator,
    method: string,
    path: string,
    more: { readonly isIdempotent?: boolean; readonly body?: string } = {},
  ): Promise<OrchestratorAnswer> {
    const { status, body, headers } = await this.caller.call(AS_PLATFORM, id, {
      method,
      path,
      accept: MEDIA_TYPE,
      ...(more.body !== undefined && { contentType: MEDIA_TYPE }),
      ...more,
    });
    if (body.length === 0) return { status, json: undefined, isRestconf: true };
    const json = await jsonOf(body, headers['content-type'] ?? '');
    return { status, json, isRestconf: json !== undefined };
  }
}

/** Why an orchestrator did not do what it was asked for, in its own words where it has some. */
export function refusalOf({ status, json }: OrchestratorAnswer): string {
  return errorMessage(json) ?? `The orchestrator answered ${status}`;
}

async function jsonOf(body: Buffer, contentType: string): Promise<JsonValue | undefined> {
  return /[/+]json\b/i.test(contentType) ? jsonAnswer(body) : undefined;
}

/** Codes of connections that were never made: nothing was sent. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whether a call that failed may all the same have reached the orchestrator. */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof AppError)) return true;
  if (error.kind !== 'upstream-failed' && error.kind !== 'upstream-timeout') return false;
  if (error.code === 'forbidden-target') return false;
  const { cause } = error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  return !NEVER_CONNECTED.has(String(code));
}
