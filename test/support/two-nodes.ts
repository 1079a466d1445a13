import { Clock } from '../../src/kernel/clock.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { HandClock } from './hand-clock.js';
import { takeDatabase } from './reused-databases.js';
import { startApp, type TestApp } from './start-app.js';

/** Two nodes of one platform, on one clock; they believe a proxy in front of them. */
export class TwoNodes {
  readonly clock = new HandClock();
  /** Every line that either node has logged. */
  readonly logged: string[] = [];
  private addresses = 0;
  node!: TestApp;
  otherNode!: TestApp;

  constructor(
    private readonly name: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  async start(): Promise<void> {
    const databaseUri = await takeDatabase(this.name);
    this.node = await this.startNode(databaseUri);
    this.otherNode = await this.startNode(databaseUri);
  }

  async close(): Promise<void> {
    await Promise.all([this.node.close(), this.otherNode.close()]);
  }

  /** Headers of a request that comes from an address which no other request has used. */
  fromSomewhere(): Record<string, string> {
    this.addresses += 1;
    return {
      'x-forwarded-for': `203.0.${String(this.addresses >> 8)}.${String(this.addresses & 255)}`,
    };
  }

  private startNode(databaseUri: string): Promise<TestApp> {
    const destination = { write: (line: string) => this.logged.push(line) };
    return startApp(this.name, {
      databaseUri,
      env: { TRUST_PROXY: '127.0.0.1', ...this.env },
      override: (builder) =>
        builder
          .overrideProvider(Clock)
          .useValue(this.clock)
          .overrideProvider(AppLogger)
          .useValue(new AppLogger({ level: 'debug', format: 'json' }, destination)),
    });
  }
}
