import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { canonicalJson } from '../../../kernel/canonical-json.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { objectOf } from '../../../kernel/json-reading.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertMayUseWorkflow } from '../../../kernel/workflow-access.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { gbacOf } from '../../../kernel/document-groups.js';
import { AdmittedJobsService } from '../runner/admitted-jobs.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { WorkflowsToRunService } from '../runner/workflows-to-run.service.js';
import { type MockedWorkflow, mockFaults, namedWorkflows } from '../runner/mocks.js';
import { auditedJob } from './audited-job.js';
import { inputFaults } from './input-faults.js';

/** A job that somebody asks for. */
export interface JobRequest {
  /** Name or id. */
  readonly workflow: string;
  readonly description: string;
  readonly variables: JsonObject;
  /** Ids or names of groups. */
  readonly groups: readonly string[];
  /** Null for a real run. */
  readonly mocks: JsonObject | null;
  /** Whether the variables are held against the input schema of the workflow. */
  readonly validateInput: boolean;
}

/** Who asks, and what says whether they ask again. */
export interface StartCaller {
  readonly principal: Principal;
  readonly call: RequestMarks;
}

const ID_LENGTH = 24;
/** The platform sets them, whoever gives them. */
const RESERVED = ['_id', 'initiator'];

const MOCKS = '#/options/mocks';
/** Each is read once more. */
const MOCKED_WORKFLOWS_MAX = 100;
const TOO_MANY_WORKFLOWS: Fault = {
  pointer: MOCKS,
  detail: `must not name more than ${MOCKED_WORKFLOWS_MAX} other workflows`,
};

/** Starts jobs in the name of the caller. */
@Injectable()
export class JobStartService {
  constructor(
    private readonly workflows: WorkflowsToRunService,
    private readonly jobs: AdmittedJobsService,
    private readonly directory: GroupDirectory,
    private readonly ids: IdSource,
  ) {}

  /**
   * @throws AppError `not-found` for an absent workflow, `forbidden` for one of other groups,
   *   `invalid-input`, and what `AdmittedJobsService.create` throws.
   */
  async start(wanted: JobRequest, { principal, call }: StartCaller): Promise<StoredJob> {
    const workflow = await this.workflows.get(wanted.workflow);
    const { name, document } = workflow;
    assertMayUseWorkflow('start', principal, { name, groups: document['groups'] });
    const variables = withoutReserved(wanted.variables);
    await this.assertInput(wanted, { name, document }, variables);
    const job = await this.jobs.createOf(workflow, {
      id: jobIdOf(wanted, principal, call) ?? this.ids.next(),
      variables,
      description: wanted.description,
      startedBy: { id: principal.id, username: principal.username },
      startedWith: callerLimits(),
      automationId: null,
      triggerId: null,
      chain: [],
      guards: [gbacOf([...(await this.groupsOf(wanted.groups))])],
      mocks: wanted.mocks,
      parent: null,
    });
    const { status } = job;
    noteChange({ object: auditedJob(job), before: null, after: { workflow: name, status } });
    return job;
  }

  private async assertInput(
    { validateInput, mocks }: JobRequest,
    { name, document }: { readonly name: string; readonly document: JsonObject },
    variables: JsonObject,
  ): Promise<void> {
    assertStorable({ options: { variables, mocks } });
    const { inputSchema } = document;
    const isHeld = validateInput && inputSchema !== undefined;
    const inputs = isHeld ? await inputFaults(inputSchema, variables, RESERVED) : [];
    const faults = [...inputs, ...(await this.mockFaults(mocks, mocked(name, document)))];
    if (faults.length > 0) throw invalidInput(faults);
  }

  private async mockFaults(
    mocks: JsonObject | null,
    started: MockedWorkflow,
  ): Promise<readonly Fault[]> {
    const names = mocks ? namedWorkflows(mocks, started) : [];
    if (!mocks || names.length > MOCKED_WORKFLOWS_MAX) return mocks ? [TOO_MANY_WORKFLOWS] : [];
    const others = new Map<string, MockedWorkflow>();
    for (const name of names) {
      const document = await this.workflows.documentMeantBy(name, started.name);
      if (document) others.set(name, mocked(name, document));
    }
    return mockFaults(mocks, { started, others }, MOCKS);
  }

  private async groupsOf(named: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(named.map((one) => this.groupOf(one)));
    const faults = found.flatMap((id, at) =>
      id === undefined
        ? [{ pointer: `#/options/groups/${at}`, detail: 'is not the name or id of a group' }]
        : [],
    );
    if (faults.length > 0) throw invalidInput(faults);
    return found.filter((id) => id !== undefined);
  }

  private async groupOf(named: string): Promise<string | undefined> {
    const references = [named, { provenance: 'local', name: named }];
    return (await this.directory.resolve(references)).ids[0];
  }
}

function withoutReserved(variables: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !RESERVED.includes(name)));
}

function mocked(name: string, { tasks }: JsonObject): MockedWorkflow {
  return { name, tasks: new Set(Object.keys(objectOf(tasks)).filter(isRealTask)) };
}

/** Start and end do nothing that could be mocked. */
function isRealTask(id: string): boolean {
  return id !== 'workflow_start' && id !== 'workflow_end';
}

/**
 * The id of a job that is asked for under a key: the same for a request that is sent again, whatever became
 * of the first one. Undefined without a key.
 */
function jobIdOf(wanted: JobRequest, { id }: Principal, { key }: RequestMarks): string | undefined {
  if (key === undefined) return undefined;
  const asked = canonicalJson(JSON.parse(JSON.stringify(wanted)) as JsonObject);
  const named = JSON.stringify(['start', id, key, asked]);
  return createHash('sha256').update(named).digest('hex').slice(0, ID_LENGTH);
}
