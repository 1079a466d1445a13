import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { type ResolvedGbac } from '../../../platform/auth/group-directory.js';
import { type GivenAutomation } from '../shape/read-automation.js';
import { TriggerReferencesService } from '../triggers/trigger-references.service.js';
import { ComponentsService } from '../lookup/components.service.js';
import { GbacResolverService } from './gbac-resolver.service.js';
import { type Component } from '../stored/stored-automation.js';

/** What an automation refers to, as far as it is here. */
export interface ResolvedAutomation {
  readonly groups: ResolvedGbac;
  readonly component: Component;
  /** What is not here and may come later, one sentence each. */
  readonly warnings: readonly string[];
}

/** Resolves what automations refer to: groups, what they start, and what their triggers name. */
@Injectable()
export class AutomationReferencesService {
  constructor(
    private readonly groups: GbacResolverService,
    private readonly components: ComponentsService,
    private readonly triggers: TriggerReferencesService,
  ) {}

  /** @throws AppError `forbidden` for a workflow that somebody may not start, and so not have started. */
  async assertMayStart(principal: Principal, component: Component): Promise<void> {
    return this.components.assertMayStart(principal, component);
  }

  /** Why automations may not start what they name, in their order; each workflow is looked at once. */
  async startRefusals(
    all: readonly ResolvedAutomation[],
    principal: Principal,
  ): Promise<readonly (AppError | undefined)[]> {
    const known = new Map<string | null, AppError | undefined>();
    for (const { component } of all)
      if (!known.has(component.id))
        known.set(component.id, await this.startRefusal(component, principal));
    return all.map(({ component }) => known.get(component.id));
  }

  private async startRefusal(
    component: Component,
    principal: Principal,
  ): Promise<AppError | undefined> {
    try {
      await this.components.assertMayStart(principal, component);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'forbidden') return error;
      throw error;
    }
  }

  /** In the order of what was given; a few queries however many there are. */
  async resolveAll(all: readonly GivenAutomation[]): Promise<readonly ResolvedAutomation[]> {
    const triggers = all.flatMap((one) => one.triggers.map(({ document }) => document));
    const [groups, components, warnings] = await Promise.all([
      this.groups.resolveAll(all.map(({ gbac }) => gbac)),
      this.components.resolve(all.map(({ component }) => component)),
      this.triggers.warnings(triggers),
    ]);
    let first = 0;
    return all.map((one, at) => {
      const own = warnings.slice(first, first + one.triggers.length).flat();
      first += one.triggers.length;
      const component = components[at] ?? MISSING;
      return {
        groups: groups[at] ?? NOBODY,
        component,
        warnings: [...componentWarnings(one, component), ...new Set(own)],
      };
    });
  }
}

const MISSING: Component = { type: null, name: null, id: null };
const NOBODY: ResolvedGbac = { gbac: { read: [], write: [] }, unknown: [] };

function componentWarnings(
  { component: { name, id } }: GivenAutomation,
  found: Component,
): readonly string[] {
  const wanted = name === '' ? id : name;
  return wanted === '' || found.id !== null ? [] : [`Component '${wanted}' was not found`];
}
