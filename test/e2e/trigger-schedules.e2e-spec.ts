import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { ScheduledRunsService } from '../../src/domains/automations/firing/scheduled-runs.service.js';
import { SchedulesService } from '../../src/domains/automations/firing/schedules.service.js';
import { TriggerStatesRepository } from '../../src/domains/automations/firing/trigger-states.repository.js';
import { dueStep } from '../../src/domains/automations/schedule/due-step.js';
import { scheduleKey } from '../../src/domains/automations/schedule/plan-schedule.js';
import { AUTOMATION_MODEL } from '../../src/domains/automations/stored/automation.schema.js';
import { type StoredAutomation } from '../../src/domains/automations/stored/stored-automation.js';
import { type StoredJobStart } from '../../src/domains/automations/starting/job-start-request.js';
import { JOB_START_REQUEST_MODEL } from '../../src/domains/automations/starting/job-start-request.schema.js';
import { JobStartQueueService } from '../../src/domains/automations/starting/job-start-queue.service.js';
import { type StoredTrigger } from '../../src/domains/automations/stored/stored-trigger.js';
import { TRIGGER_MODEL } from '../../src/domains/automations/triggers/trigger.schema.js';
import { TriggersRepository } from '../../src/domains/automations/triggers/triggers.repository.js';
import { ACCOUNT_MODEL } from '../../src/domains/user-management/stored/account.schema.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { Clock } from '../../src/kernel/clock.js';
import { invariant } from '../../src/kernel/invariant.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { eventually } from '../support/eventually.js';
import { FiringApp, TRIGGERS } from '../support/firing-app.js';
import { anAccount, aSessionOf } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const HOURLY = { cron: '0 * * * *', timeZone: 'UTC' };

describe('triggers that come round', () => {
  let node: FiringApp;
  let other: TestApp;

  const nextHour = () => node.later({ minutes: 60 - node.clock.now().getUTCMinutes() });
  const look = (of: TestApp = node.platform) =>
    of.app
      .get(SchedulesService, { strict: false })
      .run(new AbortController().signal, () => Promise.resolve(false));
  /**
   * Both nodes look, several times at once. They also look by themselves: one that is at it keeps the others
   * out, so what is due is done when nothing is due any more.
   */
  const bothLook = async () => {
    await Promise.all([look(), look(other), look(), look(other)]);
    const states = node.app.get(TriggerStatesRepository, { strict: false });
    await eventually(
      async () => {
        await look();
        return states.findDue(node.clock.now(), 1);
      },
      (due) => due.length === 0,
    );
  };
  const jobsOf = (triggerId: string) =>
    node.app
      .get<Model<StoredJobStart>>(getModelToken(JOB_START_REQUEST_MODEL), { strict: false })
      .find({ triggerId })
      .lean();
  const schedule = async (fields: JsonObject = {}) => {
    const id = await node.trigger('schedule', { ...HOURLY, ...fields });
    await bothLook();
    return id;
  };
  const stored = async (id: string): Promise<StoredTrigger> => {
    const found = await node.app.get(TriggersRepository, { strict: false }).find(id);
    invariant(found, 'the trigger is there');
    return found;
  };
  /** The trigger in a list of those that missed a run at this time or later. */
  const missedSince = async (id: string, at: number): Promise<readonly JsonObject[]> => {
    const since = new Date(at).toISOString();
    const path = `${TRIGGERS}?missedSince=${since}&equals=${id}&equalsField=_id`;
    return (await node.call<{ data: JsonObject[] }>('GET', path)).json.data;
  };
  /** Outcomes and times of what came of a trigger, oldest first. */
  const storyOf = async (id: string) =>
    (await node.runsOf(id)).map(({ outcome, occurrence }) => `${outcome} ${occurrence}`).reverse();

  /** What the audit trail says that the platform did to a trigger by itself. */
  const entriesOf = async (id: string) => {
    const path = `/audit?kind=platform&objectType=trigger&objectId=${id}`;
    const { json } = await node.platform.as<{ results: JsonObject[] }>('admin', 'GET', path);
    return json.results;
  };

  beforeAll(async () => {
    node = await FiringApp.start('scheduled-triggers');
    other = await startApp('scheduled-triggers', {
      databaseUri: node.platform.databaseUri,
      override: (builder) => builder.overrideProvider(Clock).useValue(node.clock),
    });
  });
  afterAll(async () => {
    await other.close();
    await node.close();
  });

  it('start one job each time, with two nodes looking at once', async () => {
    const begun = new Date(node.clock.now()).setUTCMinutes(0, 0, 0);
    const hour = (count: number) => new Date(begun + count * 3_600_000).toISOString();
    const id = await schedule({ formData: { port: 'eth0' } });
    expect(await jobsOf(id)).toEqual([]);
    await nextHour();
    await bothLook();
    await bothLook();
    const [job, ...others] = await jobsOf(id);
    expect(job).toMatchObject({ startedBy: node.engineerId, chain: [id] });
    expect(others).toEqual([]);
    expect(await node.variablesOf(job?._id ?? '')).toEqual({ port: 'eth0' });
    await nextHour();
    await bothLook();
    expect(await storyOf(id)).toEqual([
      `started schedule ${hour(1)}`,
      `started schedule ${hour(2)}`,
    ]);
    expect((await stored(id)).dueAt?.toISOString()).toBe(hour(3));
  });

  it('are not looked at before they are due, however many there are', async () => {
    await schedule();
    const due = await node.app
      .get(TriggerStatesRepository, { strict: false })
      .findDue(node.clock.now(), 100);
    expect(due).toEqual([]);
  });

  it('start nothing while they are switched off, and have missed nothing then', async () => {
    const id = await schedule({ processMissedRuns: 'once' });
    await node.call('PATCH', `/operations-manager/triggers/${id}`, { body: { enabled: false } });
    await node.later({ minutes: 180 });
    await bothLook();
    await node.call('PATCH', `/operations-manager/triggers/${id}`, { body: { enabled: true } });
    await bothLook();
    expect(await node.runsOf(id)).toEqual([]);
    await nextHour();
    await bothLook();
    expect(await node.outcomesOf(id)).toEqual(['started']);
  });

  it.each([
    ['skip', ['missed'], 3],
    ['once', ['missed', 'started'], 2],
  ])(
    'after a time without any node %s what was missed',
    async (processMissedRuns, outcomes, count) => {
      const id = await schedule({ processMissedRuns });
      const [, hour = ''] = /T(\d\d)/.exec((await stored(id)).dueAt?.toISOString() ?? '') ?? [];
      await node.later({ minutes: 3 * 60 + 30 - node.clock.now().getUTCMinutes() });
      await bothLook();
      const runs = (await node.runsOf(id)).toReversed();
      expect(runs.map(({ outcome }) => outcome).toSorted()).toEqual(outcomes);
      const missed = runs.find(({ outcome }) => outcome === 'missed');
      expect(missed).toMatchObject({
        jobId: null,
        reason: 'The platform did not run at that time',
      });
      expect(missed?.missed).toMatchObject({
        first: expect.stringContaining(`T${hour}:00`),
        count,
      });
      expect(await jobsOf(id)).toHaveLength(outcomes.length - 1);
      const lastMissed = Number((await stored(id)).lastMissed);
      expect(await missedSince(id, lastMissed)).toMatchObject([{ lastMissedAt: lastMissed }]);
      expect(await missedSince(id, lastMissed + 1)).toEqual([]);
    },
  );

  it('miss nothing because many come round at one time, and starting them takes long', async () => {
    const like = await stored(await schedule());
    const many = Array.from({ length: 110 }, (_, at) => ({
      ...like,
      _id: `one of many ${String(at)}`,
    }));
    const triggers = node.app.get<Model<StoredTrigger>>(getModelToken(TRIGGER_MODEL), {
      strict: false,
    });
    await triggers.collection.insertMany(many as never[]);
    const { prototype } = ScheduledRunsService;
    const start = vi.spyOn(prototype, 'start').mockImplementation(() => {
      node.clock.advance({ seconds: 2 });
      return Promise.resolve(true);
    });
    const missed = vi.spyOn(prototype, 'noteMissed');
    try {
      await nextHour();
      await bothLook();
      expect(missed).not.toHaveBeenCalled();
      expect(start.mock.calls.length).toBeGreaterThan(many.length);
    } finally {
      vi.restoreAllMocks();
      await triggers.collection.deleteMany({ _id: /^one of many/ as never });
    }
  });

  it('start no second job before the first has ended, where that is forbidden', async () => {
    const id = await schedule({ concurrency: 'forbid' });
    await nextHour();
    await bothLook();
    await nextHour();
    await bothLook();
    expect(await node.outcomesOf(id)).toEqual(['skipped', 'started']);
    const skippedAt = Number((await stored(id)).dueAt) - 3_600_000;
    expect(await missedSince(id, skippedAt)).toMatchObject([{ lastMissedAt: skippedAt }]);
    const jobs = node.app.get(JobStartQueueService, { strict: false });
    const [first] = await jobsOf(id);
    await jobs.markTaken(first?._id ?? '');
    await nextHour();
    await bothLook();
    await jobs.markEnded(first?._id ?? '');
    await nextHour();
    await bothLook();
    expect(await node.outcomesOf(id)).toEqual(['started', 'skipped', 'skipped', 'started']);
  });

  it('go on where a node was stopped: after deciding, and after starting', async () => {
    const id = await schedule({ concurrency: 'forbid' });
    const states = node.app.get(TriggerStatesRepository, { strict: false });
    const before = await stored(id);
    invariant(before.schedule && before.dueAt, 'it was looked at');
    const step = dueStep(before.schedule, before.dueAt, before.dueAt);
    const decided = { key: scheduleKey(before.schedule), next: step.next, step };
    expect(await states.decide(before, decided)).toBe(true);
    expect(await states.decide(before, decided)).toBe(false);
    // Started, and not a word of it: the node died here.
    invariant(step.run, 'an occurrence on time runs');
    await node.app.get(ScheduledRunsService, { strict: false }).start(before, step.run);
    await nextHour();
    await bothLook();
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await node.outcomesOf(id)).toEqual(['started']);
    expect((await stored(id)).planned).toEqual({ key: decided.key, next: step.next });
  });

  it('stop when their last editor has lost the role, and say so', async () => {
    const roles = [{ provenance: 'platform', name: 'engineering' }];
    const account = await anAccount(node.app, { username: 'leaver', roles });
    const token = await aSessionOf(node.app, account);
    const body = { name: 'Orphan', type: 'schedule', actionId: node.automationId, ...HOURLY };
    const made = await node.call<{ data: { _id: string } }>(
      'POST',
      '/operations-manager/triggers',
      {
        body,
        token,
      },
    );
    const id = made.json.data._id;
    await bothLook();
    await node.app
      .get<Model<Account>>(getModelToken(ACCOUNT_MODEL), { strict: false })
      .updateOne({ _id: account._id }, { assignedRoles: [] });
    await nextHour();
    await bothLook();
    const reason =
      'Its last editor has lost the role that lets triggers be written: the trigger is switched off';
    expect(await node.runsOf(id)).toMatchObject([{ outcome: 'refused', reason }]);
    expect(await stored(id)).toMatchObject({ enabled: false, document: { enabled: false } });
    const told = await eventually(
      () => node.eventsOf('triggerStopped', id),
      (events) => events.length > 0,
    );
    expect(told).toMatchObject([{ id, reason, chain: [id] }]);
    const entries = await eventually(
      () => entriesOf(id),
      (found) => found.length > 0,
    );
    expect(entries).toMatchObject([{ outcome: 'done', reason: 'trigger-stopped', account: null }]);
    await nextHour();
    await bothLook();
    expect(await node.runsOf(id)).toHaveLength(1);
  });

  it('stop without a word of why, or of the automation, where not everybody may see that', async () => {
    const actionId = await node.automation({
      componentType: 'workflows',
      componentName: 'Turn up a port',
    });
    const id = await node.trigger('schedule', { ...HOURLY, actionId });
    await node.app
      .get<Model<StoredAutomation>>(getModelToken(AUTOMATION_MODEL), { strict: false })
      .updateOne({ _id: actionId }, { gbac: { read: ['others'], write: [] }, readers: ['others'] });
    await node.app
      .get<Model<StoredTrigger>>(getModelToken(TRIGGER_MODEL), { strict: false })
      .updateOne({ _id: id }, { updatedBy: 'an account that is gone' });
    await bothLook();
    await nextHour();
    await bothLook();
    expect(await stored(id)).toMatchObject({ enabled: false });
    const told = await eventually(
      () => node.eventsOf('triggerStopped', id),
      (events) => events.length > 0,
    );
    expect(told).toEqual([{ id, automationId: null, reason: null, chain: [id] }]);
  });

  it('may do no more than the token that they were saved with', async () => {
    const roles = ['engineering', 'apiwrite'].map((name) => ({ provenance: 'platform', name }));
    const account = await anAccount(node.app, { username: 'limited', roles });
    const [engineering, apiwrite] = account.assignedRoles;
    const session = await aSessionOf(node.app, account);
    const made = await node.call<{ token: string }>('POST', '/user-management/tokens', {
      body: { name: 'engineering alone', roles: [engineering] },
      token: session,
    });
    const body = { name: 'Limited', type: 'schedule', actionId: node.automationId, ...HOURLY };
    const { token } = made.json;
    const saved = await node.call<{ data: { _id: string } }>('POST', TRIGGERS, { body, token });
    const id = saved.json.data._id;
    await bothLook();
    await nextHour();
    await bothLook();
    expect(await jobsOf(id)).toMatchObject([
      { startedBy: account._id, startedWith: [engineering] },
    ]);
    // What is left to the account would do, had the trigger been saved with all of it.
    await node.app
      .get<Model<Account>>(getModelToken(ACCOUNT_MODEL), { strict: false })
      .updateOne({ _id: account._id }, { assignedRoles: [apiwrite] });
    await nextHour();
    await bothLook();
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ enabled: false });
  });
});
