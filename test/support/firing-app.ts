import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ContentDocumentsService } from '../../src/domains/content/records/content-documents.service.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { JobStateCodecService } from '../../src/domains/workflow-engine/store/values/job-state-codec.service.js';
import { JobsRepository } from '../../src/domains/workflow-engine/store/jobs.repository.js';
import { type ContentKindName } from '../../src/domains/content/kinds/content-kinds.js';
import { Clock } from '../../src/kernel/clock.js';
import { invariant } from '../../src/kernel/invariant.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { isEvent, toPlatformEvent } from '../../src/platform/events/stored-event.js';
import { type Principal } from '../../src/kernel/principal.js';
import { aWorkflow } from './factories/a-workflow.js';
import { eventually } from './eventually.js';
import { HandClock } from './hand-clock.js';
import { anAccount, aSessionOf } from './sign-in.js';
import { type Answer, type CallOptions, startApp, type TestApp } from './start-app.js';

const AUTOMATIONS = '/operations-manager/automations';
export const TRIGGERS = '/operations-manager/triggers';
const OF_EVERY_JOB = new Set(['_id', 'initiator']);

/** A problem as it is answered. */
export interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

export interface StartedJob {
  readonly message: string;
  readonly data: JsonObject & { readonly _id: string };
}

export interface Run {
  readonly _id: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly jobId: string | null;
  readonly occurrence: string;
  readonly missed: JsonObject | null;
}

interface Made {
  readonly data: JsonObject & { readonly _id: string };
}

/** The platform with a workflow, an automation of it, and an engineer who writes triggers. */
export class FiringApp {
  readonly clock: HandClock;
  private numbers = 0;
  private account: Account | undefined;
  engineer = '';
  engineerId = '';
  automationId = '';

  private constructor(
    readonly platform: TestApp,
    clock: HandClock,
  ) {
    this.clock = clock;
  }

  static async start(name: string, clock = new HandClock()): Promise<FiringApp> {
    const platform = await startApp(name, {
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
    const made = new FiringApp(platform, clock);
    await made.signIn();
    await made.stock();
    return made;
  }

  get app(): NestFastifyApplication {
    return this.platform.app;
  }

  close(): Promise<void> {
    return this.platform.close();
  }

  /** Time goes by; the engineer, whose session has ended by then, signs in again. */
  async later(step: Parameters<HandClock['advance']>[0]): Promise<void> {
    this.clock.advance(step);
    const { account } = this;
    if (account) this.engineer = await aSessionOf(this.app, account);
  }

  /** Calls as the engineer. */
  call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.platform.call<T>(method, path, { token: this.engineer, ...options });
  }

  /** Makes a document of a kind that is here as if somebody had imported it. */
  async document(kind: ContentKindName, document: JsonObject): Promise<string> {
    const documents = this.app.get(ContentDocumentsService, { strict: false });
    const principal = { id: 'importer', username: 'importer' } as unknown as Principal;
    const given = { document, pointer: '#' };
    return (await documents.create(kind, given, principal)).id;
  }

  async automation(fields: JsonObject): Promise<string> {
    const body = { name: `Automation ${String(++this.numbers)}`, ...fields };
    const { json } = await this.call<Made>('POST', AUTOMATIONS, { body });
    return json.data._id;
  }

  /** @returns its id. */
  async trigger(type: string, fields: JsonObject = {}): Promise<string> {
    const name = `Trigger ${String(++this.numbers)}`;
    const body = { name, type, actionType: 'automations', actionId: this.automationId, ...fields };
    const answer = await this.call<Made>('POST', TRIGGERS, { body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data._id;
  }

  /** An automation that the engineer may not see. */
  async hiddenAutomation(): Promise<string> {
    const group = await this.app
      .get(UserRecordsService, { strict: false })
      .ensureGroup({ provenance: 'local', name: 'others' });
    const body = {
      name: `Hidden ${String(++this.numbers)}`,
      componentType: 'workflows',
      componentName: 'Turn up a port',
      gbac: { read: [group._id], write: [] },
    };
    const options = { body };
    const made = await this.platform.as<Made>('admin', 'POST', AUTOMATIONS, options);
    return made.json.data._id;
  }

  /** A trigger that an administrator makes. */
  async triggerOf(actionId: string, type: string, fields: JsonObject = {}): Promise<string> {
    const name = `Trigger ${String(++this.numbers)}`;
    const body = { name, type, actionType: 'automations', actionId, ...fields };
    const made = await this.platform.as<Made>('admin', 'POST', TRIGGERS, { body });
    if (made.status !== 200) throw new Error(made.text);
    return made.json.data._id;
  }

  /** The variables that a job began with, without those that every job has. */
  async variablesOf(jobId: string): Promise<JsonObject> {
    const jobs = this.app.get(JobsRepository, { strict: false });
    const job = await eventually(
      () => jobs.find(jobId),
      (found) => found !== null,
    );
    invariant(job, 'the job has begun');
    const { variables } = this.app
      .get(JobStateCodecService, { strict: false })
      .readState(job.state);
    const held = Object.entries(variables).filter(([name]) => !OF_EVERY_JOB.has(name));
    return Object.fromEntries(
      held.map(([name, value]) => [name, value.kind === 'here' ? value.value : value.kind]),
    );
  }

  async runsOf(id: string): Promise<readonly Run[]> {
    const { json } = await this.call<{ data: Run[] }>('GET', `${TRIGGERS}/${id}/runs`);
    return json.data;
  }

  /** What came of a trigger, newest first. */
  async outcomesOf(id: string): Promise<readonly string[]> {
    return (await this.runsOf(id)).map(({ outcome }) => outcome);
  }

  /** Payloads of events of a topic about a trigger. */
  async eventsOf(topic: string, triggerId: string): Promise<readonly JsonObject[]> {
    return (await this.payloadsOf(topic)).filter(({ id }) => id === triggerId);
  }

  async payloadsOf(topic: string): Promise<readonly JsonObject[]> {
    const events = await this.app.get(EventLogRepository, { strict: false }).after(0, 10_000);
    return events
      .filter(isEvent)
      .filter((event) => event.topic === topic)
      .map((event) => toPlatformEvent(event).payload);
  }

  private async signIn(): Promise<void> {
    const roles = [{ provenance: 'platform', name: 'engineering' }];
    const account = await anAccount(this.app, { username: 'engineer', roles });
    this.account = account;
    this.engineerId = account._id;
    this.engineer = await aSessionOf(this.app, account);
  }

  private async stock(): Promise<void> {
    await this.document('workflow', { ...aWorkflow('Turn up a port') });
    this.automationId = await this.automation({
      name: 'Ports',
      componentType: 'workflows',
      componentName: 'Turn up a port',
    });
  }
}
