import { getConnectionToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { Clock } from '../../src/kernel/clock.js';
import { startArtifacts } from './artifacts-domain.js';
import { testDatabase } from './database.js';
import { type DomainAppOptions } from './domain-app.js';
import { HandClock } from './hand-clock.js';

/** What a test has of two nodes. */
interface StartedNodes {
  readonly node: TestingModule;
  readonly otherNode: TestingModule;
  /** That of `node`. */
  readonly connection: Connection;
}

/** Two nodes with catalogue and packages without HTTP, on one database and one clock. */
export class ArtifactNodes {
  readonly clock = new HandClock();
  private readonly database: ReturnType<typeof testDatabase>;
  private readonly started: TestingModule[] = [];

  constructor(
    name: string,
    private readonly override: NonNullable<DomainAppOptions['override']> = (builder) => builder,
  ) {
    this.database = testDatabase(name);
  }

  async start(): Promise<StartedNodes> {
    const node = await this.startNode();
    const otherNode = await this.startNode();
    const connection = node.get<Connection>(getConnectionToken(), { strict: false });
    return { node, otherNode, connection };
  }

  async close(): Promise<void> {
    await Promise.all(this.started.map((node) => node.close()));
    await this.database.drop();
  }

  private async startNode(): Promise<TestingModule> {
    const node = await startArtifacts({
      uri: this.database.uri,
      override: (builder) => this.override(builder).overrideProvider(Clock).useValue(this.clock),
    });
    this.started.push(node);
    return node;
  }
}
