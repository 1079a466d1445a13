import { Injectable } from '@nestjs/common';
import { textOf } from '../../../kernel/json-reading.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { changedMembers } from '../records/changed-members.js';
import {
  ContentDocumentsService,
  type GivenDocument,
  type ImportOptions,
} from '../records/content-documents.service.js';
import { type ContentRecord } from '../records/content-record.js';
import { type BrokenReference } from '../references/broken-reference.js';
import { ReferenceValidatorService } from '../references/reference-validator.service.js';
import {
  type Finding,
  finding,
  type WorkflowFindings,
} from '../../../cores/workflow-graph/finding.js';
import { withWarnings } from '../../../cores/workflow-graph/findings-of.js';
import { readWorkflow } from '../../../cores/workflow-graph/read-workflow.js';
import { findingsInTurns } from '../kinds/workflow-findings.js';
import { variableSchemas } from '../../../cores/workflow-graph/variable-schemas.js';

/** A workflow as it is stored now, and what is found in it. */
export interface ValidatedWorkflow {
  readonly record: ContentRecord;
  readonly findings: WorkflowFindings;
}

/** A change of a workflow. */
export interface WorkflowChange {
  /** The members that change; all others stay. */
  readonly update: JsonObject;
  readonly pointer: string;
  readonly expected: number | undefined;
}

/** What workflows do beside being documents: they are judged when they are saved. */
@Injectable()
export class WorkflowsService {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly references: ReferenceValidatorService,
  ) {}

  /** What would be found in a document if it were saved. */
  async validate(document: JsonObject): Promise<WorkflowFindings> {
    const found = await findingsInTurns(document);
    if (found.errors.some(({ code }) => code === 'too-large')) return found;
    const name = textOf(document['name']);
    const [broken = []] = await this.references.validate([{ document, name }]);
    return withWarnings(found, broken.map(toFinding));
  }

  /**
   * Creates a workflow. Where the document does not say which variables go in and come out, what its
   * tasks read and write says it.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict`.
   */
  async create(given: GivenDocument, principal: Principal): Promise<ValidatedWorkflow> {
    const turns = new TimeSlicer();
    const graph = readWorkflow(given.document);
    await turns.give();
    const document = { ...variableSchemas(graph), ...given.document };
    await turns.give();
    return this.judged(await this.documents.create('workflow', { ...given, document }, principal));
  }

  /** @throws AppError `invalid-input`, `document-too-large`, `conflict`. */
  async import(
    given: GivenDocument,
    options: ImportOptions,
    principal: Principal,
  ): Promise<ValidatedWorkflow> {
    return this.judged(await this.documents.import('workflow', given, options, principal));
  }

  /**
   * Changes members of a workflow. What a client sends back as it read it changes nothing, so the rest
   * of the document stays as it came.
   * @throws AppError `not-found`, `invalid-input`, `document-too-large`, `conflict`,
   *   `precondition-failed`.
   */
  async update(
    idOrName: string,
    { update, pointer, expected }: WorkflowChange,
    principal: Principal,
  ): Promise<ValidatedWorkflow> {
    const document = (present: JsonObject): JsonObject => changedMembers(present, update);
    const change = { document, pointer, expected };
    return this.judged(await this.documents.replace('workflow', idOrName, change, principal));
  }

  /** What is found in a workflow that is stored. */
  async judged(record: ContentRecord): Promise<ValidatedWorkflow> {
    return { record, findings: await this.validate(record.document) };
  }
}

function toFinding({ code, path, what }: BrokenReference): Finding {
  return finding(code, path, `refers to ${what}`);
}
