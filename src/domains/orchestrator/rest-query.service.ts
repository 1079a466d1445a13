import { Injectable } from '@nestjs/common';
import { AppError, type Fault } from '../../kernel/app-error.js';
import { type JsonValue } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import { AdapterCallerService } from '../adapters/calls/adapter-caller.service.js';
import { UpstreamMessagesService } from '../adapters/calls/upstream-messages.service.js';
import { AdaptersService } from '../adapters/records/adapters.service.js';
import { asksForCollection } from '../../cores/restconf/asks-for-collection.js';
import { assertLegalPath } from '../../cores/restconf/legal-path.js';
import { readRestconfErrors, restconfErrorText } from '../../cores/restconf/restconf-errors.js';
import { xmlErrors } from '../../cores/restconf/xml-errors.js';
import { readQueryAnswer } from './query-answer.js';

type AdapterAnswer = Awaited<ReturnType<AdapterCallerService['call']>>;

const PATH_POINTER = '#/params/path';

/** What a caller asks an orchestrator. */
export interface RestQuery {
  readonly path: string;
  readonly accept: string;
}

/** Operation 6: asks an orchestrator and passes on what it answers. */
@Injectable()
export class RestQueryService {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly caller: AdapterCallerService,
    private readonly messages: UpstreamMessagesService,
  ) {}

  /**
   * @param users in whose name; the adapter must admit all of them.
   * @returns a list as it came, any other JSON or text as the one item; nothing for an empty answer, and
   *   where all of something that is not there was asked for (docs/orchestrator.md).
   * @throws AppError as `AdapterCallerService.call`; `upstream-failed` with the orchestrator's own errors (code
   *   `upstream-refused`) or for an answer that cannot be read (code `upstream-unreadable`).
   */
  async ask(
    adapterId: string,
    { path, accept }: RestQuery,
    users: readonly Principal[],
  ): Promise<readonly JsonValue[]> {
    assertLegalPath(path, PATH_POINTER);
    const call = { method: 'GET', path, ...(accept !== '' && { accept }) };
    const answer = await this.caller.call(users, adapterId, call);
    return answer.status === 404 && asksForCollection(path) ? [] : this.itemsOf(answer);
  }

  /** What an answer holds. @throws AppError as `ask` does. */
  async itemsOf(answer: AdapterAnswer): Promise<readonly JsonValue[]> {
    const { status } = answer;
    if (status < 200 || status > 299) throw await this.refused(answer);
    return status === 204 ? [] : this.items(answer);
  }

  private items(answer: AdapterAnswer): readonly JsonValue[] {
    const read = readQueryAnswer(answer);
    if (read.kind === 'json') return Array.isArray(read.value) ? read.value : [read.value];
    if (read.kind === 'text') return [read.text];
    if (read.kind === 'nothing') return [];
    throw new AppError(
      'upstream-failed',
      `The answer of adapter '${answer.adapter.name}' ${read.reason}`,
      { code: 'upstream-unreadable' },
    );
  }

  private async refused(answer: AdapterAnswer): Promise<AppError> {
    const { adapter, status } = answer;
    const stored = await this.adapters.get(adapter.id);
    const errors = readRestconfErrors(errorsOf(answer), (text) =>
      this.messages.shown(stored, text),
    );
    const detail = `The orchestrator behind adapter '${adapter.name}' answered ${status}`;
    const faults = (errors.length > 0 ? errors : [{}]).map((error): Fault => {
      const said = restconfErrorText(error);
      return {
        pointer: PATH_POINTER,
        detail: said === '' ? `was answered with ${status}` : said,
        upstream: { status, ...error },
      };
    });
    return new AppError('upstream-failed', detail, { code: 'upstream-refused', errors: faults });
  }
}

/** The document that errors are looked for in, whichever of the two media types it has. */
function errorsOf(answer: AdapterAnswer): JsonValue | undefined {
  const read = readQueryAnswer(answer);
  if (read.kind === 'text') return xmlErrors(read.text);
  return read.kind === 'json' ? read.value : undefined;
}
