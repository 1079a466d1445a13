import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { AdapterCallerService } from '../adapters/calls/adapter-caller.service.js';
import { AdaptersService } from '../adapters/records/adapters.service.js';
import { assertLegalPath } from '../../cores/restconf/legal-path.js';
import { rawMember } from './raw-member.js';

/** Media type of RESTCONF in JSON (RFC 8040, 11.3.2). */
const YANG_JSON = 'application/yang-data+json';

/** What a caller sends to an orchestrator. */
export interface RestAction {
  readonly params: {
    readonly path: string;
    readonly accept: string;
    readonly contentType?: string;
  };
  readonly body: JsonObject;
  /** The JSON of the whole request, whose member `body` is sent as it is written there. */
  readonly text: string;
}

/** Operation 5: sends what a caller wrote to an orchestrator. */
@Injectable()
export class RestActionService {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly caller: AdapterCallerService,
  ) {}

  /**
   * Sends it once, and notes for the audit trail what was sent where, also when no answer came: it may
   * have been done all the same.
   * @returns what the orchestrator answered, whatever that is.
   * @throws AppError as `AdapterCallerService.call`; `invalid-input` for a path that leaves the adapter's base.
   */
  async send(
    adapterId: string,
    action: RestAction,
    users: readonly Principal[],
  ): Promise<AdapterAnswer> {
    const { params, body, text } = action;
    const { path, accept, contentType = '' } = params;
    assertLegalPath(path, '#/params/path');
    const adapter = await this.adapters.usable(adapterId);
    const type = contentType === '' ? YANG_JSON : contentType;
    const note = (status: number | null): void => {
      const { _id: id, name } = adapter;
      const after = {
        adapter: name,
        method: 'POST',
        path,
        accept,
        contentType: type,
        status,
        body,
      };
      noteChange({ object: { type: 'orchestrator-action', id, name }, before: null, after });
    };
    try {
      const answer = await this.caller.call(users, adapter._id, {
        method: 'POST',
        path,
        contentType: type,
        body: rawMember(text, 'body') ?? JSON.stringify(body),
        ...(accept !== '' && { accept }),
      });
      note(answer.status);
      return answer;
    } catch (error) {
      if (mayBeDone(error)) note(null);
      throw error;
    }
  }
}

type AdapterAnswer = Awaited<ReturnType<AdapterCallerService['call']>>;

/** Refusals of ours come before anything is sent. */
function mayBeDone(error: unknown): boolean {
  return !(error instanceof AppError) || error.kind.startsWith('upstream-');
}
