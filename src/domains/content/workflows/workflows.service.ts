import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { changedMembers } from '../records/changed-members.js';
import {
  ContentDocumentsService,
  type GivenDocument,
  type ImportOptions,
} from '../records/content-documents.service.js';
import { type ContentRecord } from '../records/content-record.js';
import { type WorkflowFindings } from './graph/finding.js';
import { findingsOf } from './graph/findings-of.js';
import { readWorkflow } from './graph/read-workflow.js';
import { variableSchemas } from './graph/variable-schemas.js';
import { workflowList, type WorkflowListQuery } from './workflow-list.js';

/** A workflow as it is stored now, and what is found in it. */
export interface JudgedWorkflow {
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
  constructor(private readonly documents: ContentDocumentsService) {}

  /** @throws AppError `invalid-input` */
  list(query: WorkflowListQuery): Promise<Page<ContentRecord>> {
    return this.documents.list('workflow', workflowList(query));
  }

  /** What would be found in a document if it were saved. */
  judge(document: JsonObject): WorkflowFindings {
    return findingsOf(readWorkflow(document));
  }

  /**
   * Creates a workflow. Where the document does not say which variables go in and come out, what its
   * tasks read and write says it.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict`.
   */
  async create(given: GivenDocument, principal: Principal): Promise<JudgedWorkflow> {
    const schemas = { ...variableSchemas(readWorkflow(given.document)) };
    const document = { ...schemas, ...given.document };
    return this.judged(await this.documents.create('workflow', { ...given, document }, principal));
  }

  /** @throws AppError `invalid-input`, `document-too-large`, `conflict`. */
  async import(
    given: GivenDocument,
    options: ImportOptions,
    principal: Principal,
  ): Promise<JudgedWorkflow> {
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
  ): Promise<JudgedWorkflow> {
    const document = (present: JsonObject): JsonObject => changedMembers(present, update);
    const change = { document, pointer, expected };
    return this.judged(await this.documents.replace('workflow', idOrName, change, principal));
  }

  /** What is found in a workflow that is stored. */
  judged(record: ContentRecord): JudgedWorkflow {
    return { record, findings: this.judge(record.document) };
  }
}
