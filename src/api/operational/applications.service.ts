import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { conflict, notFound } from '../../kernel/app-error.js';
import { whyNeeded } from '../../kernel/applications.js';
import { Clock } from '../../kernel/clock.js';
import { type Application, APPLICATIONS } from '../../kernel/principal.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { ProbeRegistry } from '../../platform/probes/probe-registry.js';
import { SwitchesService } from '../../platform/switches/switches.service.js';
import { processHealth } from '../answers/process-health.js';

/** An application, and whether somebody has stopped it. */
export interface ApplicationState {
  readonly name: Application;
  readonly stopped: boolean;
}

/** The applications of the platform: which there are, and whether they answer. */
@Injectable()
export class ApplicationsService implements OnModuleInit {
  constructor(
    private readonly switches: SwitchesService,
    private readonly probes: ProbeRegistry,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.probes.registerCondition('apps', async () =>
      (await this.all()).every(({ stopped }) => !stopped),
    );
  }

  /** @throws AppError `not-found`. */
  async get(name: string): Promise<ApplicationState> {
    const found = (await this.all()).find((one) => one.name === name);
    if (!found) throw notFound('Application', name);
    return found;
  }

  /**
   * Starts or stops one, on every node within a second. Whatever it does already goes on.
   * @throws AppError `not-found`; `conflict` for one that the platform cannot be without.
   */
  async put(given: string, stopped: boolean, by: string): Promise<void> {
    const { name, stopped: before } = await this.get(given);
    const reason = whyNeeded(name);
    if (stopped && reason !== undefined)
      throw conflict(`The application ${name} cannot be stopped: ${reason}`, 'application-needed');
    await this.switches.put(name, stopped, by);
    const object = { type: 'application', id: name, name } as const;
    noteChange({ object, before: { stopped: before }, after: { stopped } });
  }

  /** What all of them share with the process of this server. */
  shared(): ReturnType<typeof processHealth> {
    return processHealth(this.clock.now(), this.config.logging.level);
  }

  /** By name, in the order of the alphabet. */
  async all(): Promise<readonly ApplicationState[]> {
    const states = await this.switches.states();
    return [...APPLICATIONS]
      .sort()
      .map((name) => ({ name, stopped: states.get(name)?.off ?? false }));
  }
}
