import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, type Fault, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Timing } from '../../../cores/notifications/delivery-time.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { type Change } from '../../../platform/database/named-documents.repository.js';
import { type StoredRule } from '../stored/rule.js';
import { RulesRepository } from '../stored/rules.repository.js';
import { isWeekday, ruleFaults } from './rule-faults.js';
import { RuleReferencesService } from './rule-references.service.js';
import { type RuleWrite } from './rule-write.js';

const RULES_MAX = 500;

/** Who is told of which events. */
@Injectable()
export class RulesService {
  constructor(
    private readonly rules: RulesRepository,
    private readonly references: RuleReferencesService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(part: StoredList): Promise<Page<StoredRule>> {
    return this.rules.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<StoredRule> {
    const found = await this.rules.find(id);
    if (!found) throw notFound('Rule', id);
    return found;
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(request: RuleWrite, { username }: Principal): Promise<StoredRule> {
    const change = await this.toChange(request, username);
    if ((await this.rules.count()) >= RULES_MAX)
      throw conflict(`There can be at most ${RULES_MAX} rules`, 'too-many');
    const { updated: created } = change;
    const rule = { _id: this.ids.next(), ...change, revision: 1, created, createdBy: username };
    await this.rules.insert(rule);
    noteChange({ object: objectOf(rule), before: null, after: noted(rule) });
    return rule;
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    request: RuleWrite,
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredRule> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const change = await this.toChange(request, username);
    if (!(await this.rules.replace(id, present.revision, change))) throw staleRevision(expected);
    const changed = { ...present, ...change, revision: present.revision + 1 };
    noteChange({ object: objectOf(changed), before: noted(present), after: noted(changed) });
    return changed;
  }

  /** @throws AppError `not-found`, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    if (!(await this.rules.remove(id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: noted(present), after: null });
  }

  private async toChange(request: RuleWrite, username: string): Promise<Change<StoredRule>> {
    const { channels, groups, faults } = await this.references.resolve(request);
    const all: readonly Fault[] = [...ruleFaults(request), ...faults];
    if (all.length > 0) throw invalidInput(all);
    return {
      ...saidOf(request),
      ...wordsOf(request),
      ...scopeOf(request),
      ...timingOf(request),
      ...{ channels, groups, updated: this.clock.now(), updatedBy: username },
    };
  }
}

type Part<K extends keyof StoredRule> = Pick<StoredRule, K>;

function saidOf({
  name,
  description = '',
  enabled = true,
  filters,
}: RuleWrite): Part<'name' | 'nameFolded' | 'description' | 'enabled' | 'filters'> {
  return { name, nameFolded: foldText(name), description, enabled, filters };
}

function wordsOf({ subject, text, to = [] }: RuleWrite): Part<'subject' | 'text' | 'to'> {
  return { subject: subject ?? null, text: text ?? null, to };
}

function scopeOf({
  workflows = [],
  devices = [],
  deviceGroups = [],
}: RuleWrite): Part<'workflows' | 'devices' | 'deviceGroups'> {
  return { workflows, devices, deviceGroups };
}

function timingOf({ quiet, bundleMinutes = 0 }: RuleWrite): Timing {
  if (!quiet) return { quiet: null, bundleMinutes };
  const { from, to, timeZone, days } = quiet;
  return { quiet: { from, to, timeZone, days: days?.filter(isWeekday) ?? null }, bundleMinutes };
}

function objectOf({ _id, name }: StoredRule): AuditedObject {
  return { type: 'notification-rule', id: _id, name };
}

function noted(rule: StoredRule): JsonObject {
  const { name, description, enabled, subject, text, bundleMinutes } = rule;
  const lists = ['workflows', 'devices', 'deviceGroups', 'groups', 'channels', 'to'] as const;
  return {
    ...{ name, description, enabled, subject, text, bundleMinutes },
    filters: rule.filters.map(({ source = null, topic = null }) => ({ source, topic })),
    ...Object.fromEntries(lists.map((key) => [key, [...rule[key]]])),
    quiet: rule.quiet && { ...rule.quiet, days: rule.quiet.days && [...rule.quiet.days] },
  };
}
