import { Injectable } from '@nestjs/common';
import { AppError, type Fault, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { AccountNamesService } from '../../user-management/accounts/account-names.service.js';
import { changedMembers } from '../records/changed-members.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { type ContentRecord } from '../records/content-record.js';
import { shownContent } from '../records/exported-content.js';
import { type Author, mentionedAuthors, withAuthors } from './authors.js';
import { compileTransformation } from '../../../cores/transformations/compile-transformation.js';
import { compileInputValidator } from '../../../cores/transformations/input-validator.js';
import { type Problem } from '../../../cores/transformations/problems.js';
import {
  type RunResult,
  runTransformation,
} from '../../../cores/transformations/run-transformation.js';
import { type TransformationQuery } from './transformation-list.js';

/** How a stored transformation is run. */
export interface RunRequest {
  readonly incoming: JsonObject;
  readonly options: {
    readonly extractOutput?: boolean;
    readonly validateIncoming?: boolean;
    readonly revertToDefaultValue?: boolean;
  };
}

/** What keeps a transformation from running, and what may not be meant. */
export interface TransformationVerdict {
  readonly valid: boolean;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** A change of a transformation. */
export interface TransformationChange {
  /** The members that change; all others stay. */
  readonly update: JsonObject;
  readonly pointer: string;
  readonly expected: number | undefined;
}

/** More faults in one answer help nobody. */
const SHOWN_MAX = 100;

/** What transformations do beside being documents: they are searched by schema, judged and run. */
@Injectable()
export class TransformationsService {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly accounts: AccountNamesService,
    private readonly clock: Clock,
  ) {}

  /** Documents as operation 9 answers them. */
  async shown(
    records: readonly ContentRecord[],
    { expand = false }: Pick<TransformationQuery, 'expand'>,
  ): Promise<readonly JsonObject[]> {
    const shown = records.map((found) => shownContent('transformation', found));
    return expand ? this.expanded(shown) : shown;
  }

  /**
   * Changes members of a transformation; what a client sends back as it read it changes nothing.
   * @throws AppError `not-found`, `invalid-input`, `document-too-large`, `conflict`,
   *   `precondition-failed`.
   */
  async update(
    idOrName: string,
    { update, pointer, expected }: TransformationChange,
    principal: Principal,
  ): Promise<ContentRecord> {
    const document = (present: JsonObject): JsonObject => changedMembers(present, update);
    const change = { document, pointer, expected };
    return this.documents.replace('transformation', idOrName, change, principal);
  }

  /** What would keep a document from running. */
  validate(document: JsonObject): TransformationVerdict {
    const compiled = compileTransformation(document);
    const errors = compiled.kind === 'refused' ? compiled.problems : [];
    return {
      valid: errors.length === 0,
      errors: errors.slice(0, SHOWN_MAX),
      warnings: compiled.warnings.slice(0, SHOWN_MAX),
    };
  }

  /**
   * Runs a transformation. It changes nothing, and ends within its bounds whatever comes in.
   * @throws AppError `not-found`; `invalid-input` where what comes in is not what the schemas say;
   *   `conflict` with code `transformation-invalid` when it cannot run at all, `transformation-failed`
   *   when a step failed with these values.
   */
  async run(
    idOrName: string,
    { incoming, options }: RunRequest,
  ): Promise<RunResult & { kind: 'done' }> {
    const { document, name } = await this.documents.get('transformation', idOrName);
    const compiled = compileTransformation(document);
    if (compiled.kind === 'refused') throw cannotRun(name, compiled.problems);
    const validate = options.validateIncoming ? await compileInputValidator(document) : undefined;
    const now = this.clock.now().getTime();
    const result = runTransformation(
      compiled.transformation,
      incoming,
      { ...options, validateIncoming: validate },
      { now },
    );
    if (result.kind === 'failed') throw failed(name, result);
    return result;
  }

  private async expanded(documents: readonly JsonObject[]): Promise<readonly JsonObject[]> {
    const found = await this.accounts.findMentioned(mentionedAuthors(documents));
    const authors = new Map(
      [...found].map(([mention, { id: _id, provenance, username }]): [string, Author] => [
        mention,
        { _id, provenance, username },
      ]),
    );
    return documents.map((document) => withAuthors(document, authors));
  }
}

function cannotRun(name: string, problems: readonly Problem[]): AppError {
  const [first] = problems;
  return new AppError(
    'conflict',
    `Transformation '${name}' cannot run: ${first?.pointer ?? '#'} ${first?.detail ?? ''}`,
    { code: 'transformation-invalid', errors: problems.slice(0, SHOWN_MAX).map(toFault) },
  );
}

function toFault({ pointer, detail }: Problem): Fault {
  return { pointer, detail };
}

function failed(
  name: string,
  { code, detail, step, faults }: RunResult & { kind: 'failed' },
): AppError {
  if (code === 'incoming-refused') {
    return invalidInput(
      faults.map((fault) => ({ ...fault, pointer: `#/incoming${fault.pointer.slice(1)}` })),
    );
  }
  const where = step ? ` in step ${step.id} (${step.does})` : '';
  return new AppError('conflict', `Transformation '${name}' failed${where}, ${code}: ${detail}`, {
    code: 'transformation-failed',
    errors: [{ pointer: step?.pointer ?? '#', detail: `${code}: ${detail}` }],
  });
}
