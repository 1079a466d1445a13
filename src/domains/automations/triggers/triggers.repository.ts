import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { type TriggerChange } from './trigger-change.js';
import { TRIGGER_MODEL } from './trigger.schema.js';
import { TriggerSecrets } from '../stored/trigger-secrets.js';
import { type TriggerList } from './trigger-list.js';

/** So many that are read and written by one command, whatever their size. */
const SEALED_AT_ONCE = 100;
const BY_POSITION = { automationId: 1, position: 1, _id: 1 } as const;

/** Why some of many triggers were not written. */
export interface RefusedTriggers {
  /** Ids of triggers whose route another one has. */
  readonly routes: ReadonlySet<string>;
  /** Ids that another trigger has. */
  readonly ids: ReadonlySet<string>;
}

const NONE_REFUSED: RefusedTriggers = { routes: new Set(), ids: new Set() };

/** The triggers of all automations. Whether a caller may see them is said by those. */
@Injectable()
export class TriggersRepository {
  constructor(
    @InjectModel(TRIGGER_MODEL) private readonly triggers: Model<StoredTrigger>,
    private readonly secrets: TriggerSecrets,
  ) {}

  /** A part of the triggers, by name; never those of the automations that are left out. */
  async list(query: TriggerList, without: readonly string[]): Promise<Page<StoredTrigger>> {
    const { filter, actionId, enabled, missedSince, order, ...part } = query;
    const conditions = allOf([
      filter,
      actionId === undefined ? {} : { automationId: actionId },
      enabled === undefined ? {} : { enabled },
      missedSince === undefined ? {} : { lastMissed: trusted({ $gte: new Date(missedSince) }) },
      without.length === 0 ? {} : { automationId: trusted({ $nin: without }) },
    ]);
    const isOfOne = actionId !== undefined || namesValuesOf(filter, 'automationId');
    const whole = missedSince === undefined ? 'list' : 'missed';
    const hint = isOfOne ? 'automation' : whole;
    const sort = sortBy(['nameFolded', '_id'], order);
    const { items, total } = await findPage(this.triggers, conditions, part, { sort, hint });
    return { items: this.opened(items), total };
  }

  async find(_id: string): Promise<StoredTrigger | null> {
    return this.openedOne(await this.triggers.findOne({ _id }).lean<StoredTrigger>());
  }

  /** The endpoint trigger of a route; routes that fold to the same text are one. */
  async findByRoute(routeName: string): Promise<StoredTrigger | null> {
    const route = foldText(routeName);
    return this.openedOne(await this.triggers.findOne({ route }).lean<StoredTrigger>());
  }

  /**
   * Enabled triggers that wait for events of this source and topic, a part of them in the order of their ids.
   * @param after the last id of the part before; empty for the first.
   */
  async findForEvent(
    { source, topic }: { readonly source: string; readonly topic: string },
    after: string,
    limit: number,
  ): Promise<readonly StoredTrigger[]> {
    const found = await this.triggers
      .find({
        _id: trusted({ $gt: after }),
        // Without this the database does not see that the index holds them, and looks at all of it.
        event: trusted({ $exists: true }),
        'event.source': source,
        'event.topic': topic,
        enabled: true,
      })
      .sort({ _id: 1 })
      .limit(limit)
      .hint('event')
      .lean<StoredTrigger[]>();
    return this.opened(found);
  }

  /** Every enabled schedule. */
  async findSchedules(): Promise<readonly StoredTrigger[]> {
    const found = await this.triggers
      .find({ type: 'schedule', enabled: true, schedule: trusted({ $exists: true }) })
      .sort({ _id: 1 })
      .hint('schedule')
      .lean<StoredTrigger[]>();
    return this.opened(found);
  }

  /** The triggers of some automations, of each in its order. */
  async ofAutomations(automationIds: readonly string[]): Promise<readonly StoredTrigger[]> {
    const found = await this.triggers
      .find({ automationId: trusted({ $in: automationIds }) })
      .sort(BY_POSITION)
      .hint('automation')
      .lean<StoredTrigger[]>();
    return this.opened(found);
  }

  /** Ids of all automations that have a trigger. */
  async automationIds(): Promise<readonly string[]> {
    return this.triggers.distinct('automationId').exec();
  }

  /** What packages brought, for one of them. */
  async ofPackage(packageId: string): Promise<readonly StoredTrigger[]> {
    const found = await this.triggers
      .find({ packageId })
      .sort({ _id: 1 })
      .hint('package')
      .lean<StoredTrigger[]>();
    return this.opened(found);
  }

  /** Triggers whose data answers a form, which they name in one of these ways. */
  async ofForm(forms: readonly string[]): Promise<readonly StoredTrigger[]> {
    const found = await this.triggers
      .find({ form: trusted({ $in: forms.map(foldText) }) })
      .sort({ form: 1, _id: 1 })
      .hint('form')
      .lean<StoredTrigger[]>();
    return this.opened(found);
  }

  /** Those of the ids that are taken. */
  async findTakenIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const taken = await this.triggers
      .find({ _id: trusted({ $in: ids }) }, { _id: 1 })
      .lean<Pick<StoredTrigger, '_id'>[]>();
    return new Set(taken.map(({ _id }) => _id));
  }

  /** Those of the routes, folded, that a trigger has. */
  async findTakenRoutes(routes: readonly string[]): Promise<ReadonlySet<string>> {
    if (routes.length === 0) return new Set();
    const taken = await this.triggers
      .find({ route: trusted({ $in: routes }) }, { _id: 0, route: 1 })
      .hint('route')
      .lean<Pick<StoredTrigger, 'route'>[]>();
    return new Set(taken.flatMap(({ route }) => (route === undefined ? [] : [route])));
  }

  /** The place after the last trigger of an automation. */
  async nextPosition(automationId: string): Promise<number> {
    const last = await this.triggers
      .findOne({ automationId }, { position: 1 })
      .sort({ automationId: -1, position: -1, _id: -1 })
      .hint('automation')
      .lean<Pick<StoredTrigger, 'position'>>();
    return last ? last.position + 1 : 0;
  }

  /** @throws AppError `conflict`, code `route-taken` or `id-taken`. */
  async insert(trigger: StoredTrigger): Promise<void> {
    try {
      await this.triggers.create(this.sealed(trigger));
    } catch (error) {
      throw asConflict(error, trigger);
    }
  }

  /** Writes many at once; those that cannot be written are told, the others stand. */
  async insertMany(triggers: readonly StoredTrigger[]): Promise<RefusedTriggers> {
    if (triggers.length === 0) return NONE_REFUSED;
    const sealed = triggers.map((trigger) => this.sealed(trigger));
    try {
      await this.triggers.collection.insertMany(sealed as never[], { ordered: false });
      return NONE_REFUSED;
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      return refusedBy(error, triggers);
    }
  }

  /**
   * @returns false when it no longer has this revision.
   * @throws AppError `conflict`, code `route-taken`.
   */
  async replace(_id: string, revision: number, change: TriggerChange): Promise<boolean> {
    const { route, event, schedule, form, secret, packageId, packagedHash } = change;
    // The scheduler looks at it anew, and keeps what it has planned.
    const optional = {
      dueAt: undefined,
      route,
      event,
      schedule,
      form,
      secret,
      packageId,
      packagedHash,
    };
    const absent = Object.entries(optional).filter(([, value]) => value === undefined);
    try {
      const { matchedCount } = await this.triggers.updateOne(
        { _id, revision },
        {
          $set: { ...this.sealed(change), revision: revision + 1 },
          $unset: Object.fromEntries(absent.map(([key]) => [key, 1])),
        },
      );
      return matchedCount === 1;
    } catch (error) {
      throw asConflict(error, change);
    }
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.triggers.deleteOne({ _id, revision });
    return deletedCount === 1;
  }

  async removeAll(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.triggers.deleteMany({ _id: trusted({ $in: ids }) });
  }

  async removeOfAutomations(automationIds: readonly string[]): Promise<void> {
    if (automationIds.length === 0) return;
    await this.triggers.deleteMany({ automationId: trusted({ $in: automationIds }) });
  }

  /** Seals the answers of triggers that were written before they were sealed, some at a time. */
  async sealOpen(): Promise<void> {
    for (;;) {
      const open = await this.triggers
        .find({ 'document.formData': trusted({ $type: 'object' }) })
        .limit(SEALED_AT_ONCE)
        .hint('open-answers')
        .lean<StoredTrigger[]>();
      for (const trigger of open) await this.sealOne(trigger);
      if (open.length < SEALED_AT_ONCE) return;
    }
  }

  /** Whoever has written it meanwhile has sealed it. */
  private async sealOne({ _id, revision, document }: StoredTrigger): Promise<void> {
    const sealed = this.secrets.sealed(document);
    await this.triggers.updateOne({ _id, revision }, { $set: { document: sealed } });
  }

  private sealed<T extends Pick<StoredTrigger, 'document'>>(record: T): T {
    return { ...record, document: this.secrets.sealed(record.document) };
  }

  private opened(records: readonly StoredTrigger[]): readonly StoredTrigger[] {
    return records.map((record) => this.secrets.opened(record));
  }

  private openedOne(record: StoredTrigger | null): StoredTrigger | null {
    return record && this.secrets.opened(record);
  }
}

function refusedBy(
  { writeErrors }: mongo.MongoBulkWriteError,
  triggers: readonly StoredTrigger[],
): RefusedTriggers {
  const refused = [writeErrors].flat().map(({ index, err }) => ({
    id: triggers[index]?._id ?? '',
    isRoute: isOfRoute(err),
  }));
  const idsOf = (isRoute: boolean): ReadonlySet<string> =>
    new Set(refused.filter((one) => one.isRoute === isRoute).map(({ id }) => id));
  return { routes: idsOf(true), ids: idsOf(false) };
}

function isOfRoute(error: unknown): boolean {
  const { keyPattern } = error as { keyPattern?: Readonly<Record<string, unknown>> };
  return keyPattern !== undefined && 'route' in keyPattern;
}

function asConflict(
  error: unknown,
  { name, route }: Pick<StoredTrigger, 'name' | 'route'>,
): unknown {
  if (!isDuplicateKey(error)) return error;
  if (isOfRoute(error)) {
    return conflict(`Another trigger has the route '${route ?? ''}'`, 'route-taken');
  }
  return conflict(`Trigger '${name}' already exists`, 'id-taken');
}
