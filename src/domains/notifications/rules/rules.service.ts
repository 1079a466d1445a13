import { Injectable } from '@nestjs/common';
import { NamedDocuments } from '../../../api/revision/named-documents.js';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Timing } from '../../../cores/notifications/delivery-time.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
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
  private readonly documents: NamedDocuments<StoredRule>;

  constructor(
    private readonly rules: RulesRepository,
    private readonly references: RuleReferencesService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    const type = 'notification-rule';
    this.documents = new NamedDocuments(rules, { type, max: RULES_MAX, noted });
  }

  async list(part: StoredList): Promise<Page<StoredRule>> {
    return this.rules.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<StoredRule> {
    return this.documents.get(id);
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(request: RuleWrite, { username }: Principal): Promise<StoredRule> {
    return this.documents.create(this.ids.next(), await this.toChange(request, username));
  }

  /** @throws AppError `not-found`, `invalid-input`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    request: RuleWrite,
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredRule> {
    return this.documents.replace(id, expected, () => this.toChange(request, username));
  }

  /** @throws AppError `not-found`, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    await this.documents.remove(id, expected);
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
      channels,
      groups,
      updated: this.clock.now(),
      updatedBy: username,
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

function noted(rule: StoredRule): JsonObject {
  const { name, description, enabled, subject, text, bundleMinutes } = rule;
  const lists = ['workflows', 'devices', 'deviceGroups', 'groups', 'channels', 'to'] as const;
  return {
    name,
    description,
    enabled,
    subject,
    text,
    bundleMinutes,
    filters: rule.filters.map(({ source = null, topic = null }) => ({ source, topic })),
    ...Object.fromEntries(lists.map((key) => [key, [...rule[key]]])),
    quiet: rule.quiet && { ...rule.quiet, days: rule.quiet.days && [...rule.quiet.days] },
  };
}
