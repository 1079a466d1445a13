import { Injectable } from '@nestjs/common';
import { AppError, type Fault } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { groupInWords } from '../../../kernel/gbac-references.js';
import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { type AdapterMap, withAdapters } from '../shape/adapter-map.js';
import { readAutomation } from '../shape/read-automation.js';
import { type AutomationDraft } from './admission.js';
import { type CreateOutcome, NewAutomationsService } from './new-automations.service.js';
import { type Automation } from '../stored/stored-automation.js';

/** What became of one automation of an import. */
export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly automation: Automation;
      /** What it refers to and what is not here, one sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'refused'; readonly message: string };

type CheckedAutomation = AutomationDraft | { readonly message: string };

/** More faults than that no message names. */
const NAMED_FAULTS_MAX = 5;

/** Operation 12: imports automations, each on its own; one that fails leaves the others alone. */
@Injectable()
export class AutomationImportService {
  constructor(
    private readonly newAutomations: NewAutomationsService,
    private readonly clock: Clock,
  ) {}

  /** In the order of the items; the lookups of all of them are made together. */
  async importAll(
    items: readonly JsonValue[],
    adapters: AdapterMap,
    principal: Principal,
  ): Promise<readonly ImportOutcome[]> {
    const all: CheckedAutomation[] = [];
    // One after the other, so that others have a turn while thousands are looked at.
    for (const item of items) all.push(await checked(item, adapters));
    const candidates = all.filter((one) => 'given' in one);
    const stamp = { at: this.clock.now(), by: principal };
    const made = await this.newAutomations.make(candidates, stamp);
    let next = 0;
    return all.map((one): ImportOutcome => {
      if ('message' in one) return { kind: 'refused', message: one.message };
      return toOutcome(one, made[next++] ?? { kind: 'abandoned' });
    });
  }
}

/** Whether an item is an automation; what is here already is looked at for all of them together. */
async function checked(item: JsonValue, adapters: AdapterMap): Promise<CheckedAutomation> {
  const label = labelOf(item);
  try {
    if (!isJsonObject(item)) return { message: 'An automation must be an object' };
    assertStorable(item);
    const document = withAdapters(item, adapters);
    const reading = await readAutomation(document);
    if (reading.kind === 'refused') return { message: invalid(label, reading.faults) };
    return { document, given: reading.automation };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { message: error.errors.length > 0 ? invalid(label, error.errors) : error.detail };
  }
}

function toOutcome({ given: { name } }: AutomationDraft, made: CreateOutcome): ImportOutcome {
  switch (made.kind) {
    case 'made':
      return { kind: 'imported', automation: made.automation, warnings: made.warnings };
    case 'name-taken':
      return { kind: 'refused', message: `Automation with name '${name}' already exists` };
    case 'unknown-groups':
      return {
        kind: 'refused',
        message: `Automation '${name}' names groups that are not here: ${made.groups.map(groupInWords).join(', ')}`,
      };
    case 'route-taken':
      return {
        kind: 'refused',
        message: `Automation '${name}' has a trigger whose route another trigger has${routes(made.routes)}`,
      };
    case 'not-startable':
      return { kind: 'refused', message: made.cause.detail };
    case 'abandoned':
      return { kind: 'refused', message: `Automation '${name}' took too long to write; try again` };
  }
}

function routes(taken: readonly string[]): string {
  return taken.length === 0 ? '' : `: ${taken.join(', ')}`;
}

function labelOf(item: JsonValue): string {
  const name = isJsonObject(item) ? item['name'] : undefined;
  return typeof name === 'string' && name !== '' ? `Automation '${name}'` : 'The automation';
}

function invalid(label: string, faults: readonly Fault[]): string {
  const named = faults
    .slice(0, NAMED_FAULTS_MAX)
    .map(({ pointer, detail }) => `${pointer} ${detail}`);
  const more = faults.length > named.length ? `; and ${faults.length - named.length} more` : '';
  return `${label} is not valid: ${named.join('; ')}${more}`;
}
