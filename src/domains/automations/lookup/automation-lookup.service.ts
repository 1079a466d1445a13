import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import {
  assertMayRead,
  assertMayWrite,
  type GuardedObject,
  mayRead,
} from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { AutomationsRepository } from '../stored/automations.repository.js';
import { ComponentsService } from './components.service.js';
import { type Automation, type StoredAutomation } from '../stored/stored-automation.js';
import { referenceOf, toAutomation } from '../stored/to-automation.js';

/**
 * Automations with what they start, for everybody who asks for one: by gbac where somebody asks, without
 * where the platform itself does.
 */
@Injectable()
export class AutomationLookupService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly components: ComponentsService,
  ) {}

  /** Undefined where there is none; one that is not completely written is not there. */
  async find(idOrName: string): Promise<Automation | undefined> {
    const stored = await this.automations.find(idOrName);
    if (!stored) return undefined;
    const [found] = await this.complete([stored]);
    return found;
  }

  /** @throws AppError `not-found` where the caller may not see it. */
  async readable(idOrName: string, principal: Principal): Promise<Automation> {
    const found = await this.find(idOrName);
    if (!found) throw notFound('Automation', idOrName);
    assertMayRead(principal, guardedObject(found, idOrName));
    return found;
  }

  /** @throws AppError `not-found` where the caller may not see it, `forbidden` where not change it. */
  async writable(idOrName: string, principal: Principal): Promise<Automation> {
    const found = await this.find(idOrName);
    if (!found) throw notFound('Automation', idOrName);
    assertMayWrite(principal, guardedObject(found, idOrName));
    return found;
  }

  /** Those of the automations that the caller may see. */
  async readableIds(ids: readonly string[], principal: Principal): Promise<ReadonlySet<string>> {
    const found = await this.automations.findAll([...new Set(ids)]);
    const readable = found.filter((stored) => {
      const { guard } = toAutomation(stored, NOTHING);
      return mayRead(principal, 'OperationsManager', guard.gbac).admitted;
    });
    return new Set(readable.map(({ _id }) => _id));
  }

  /** Automations that the caller may not see: what belongs to others is left out of lists. */
  async unreadableIds(principal: Principal): Promise<readonly string[]> {
    return this.automations.findUnreadable(principal);
  }

  /** With what they start, in the same order; two queries for each kind of that. */
  async complete(stored: readonly StoredAutomation[]): Promise<readonly Automation[]> {
    const components = await this.components.resolve(stored.map(referenceOf));
    return stored.map((one, at) => toAutomation(one, components[at] ?? NOTHING));
  }
}

const NOTHING = { type: null, name: null, id: null } as const;

/** A refusal names it as the caller did: the name of one that may not be seen is told to nobody. */
function guardedObject({ guard: { gbac } }: Automation, name: string): GuardedObject {
  return { what: 'Automation', name, application: 'OperationsManager', gbac };
}
