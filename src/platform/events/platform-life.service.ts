import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { IdSource } from '../../kernel/ids.js';
import { CONFIG } from '../config/config.module.js';
import { type Config } from '../config/config.js';
import { PACKAGE_INFO } from '../config/package-info.js';
import { EventPublisherService } from './event-publisher.service.js';
import { waitAtMost } from '../concurrency/wait-at-most.js';

const SHUTDOWN_MS = 3000;

/** Tells that this node came and goes. */
@Injectable()
export class PlatformLifeService implements BeforeApplicationShutdown {
  private node: string | undefined;

  constructor(
    private readonly events: EventPublisherService,
    private readonly ids: IdSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The node takes requests from now on. */
  async started(): Promise<void> {
    const node = this.ids.next();
    this.node = node;
    const { release } = this.config.catalogue;
    await this.events.publish('platformStarted', { node, version: PACKAGE_INFO.version, release });
  }

  /** What never started does not stop: commands and tools boot the services too. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.node === undefined) return;
    await waitAtMost(SHUTDOWN_MS, this.events.publish('platformStopped', { node: this.node }));
  }
}
