import { type DatabaseAddress, DatabaseLauncher, type DatabaseState } from './database-launcher.js';

/** A MongoDB server that others run. Nothing is started; whether it answers, the probe finds out. */
export class ExternalLauncher extends DatabaseLauncher {
  constructor(private readonly uri: string) {
    super();
  }

  override start(): Promise<DatabaseAddress> {
    return Promise.resolve({ uri: this.uri });
  }

  override stop(): Promise<void> {
    return Promise.resolve();
  }

  override state(): DatabaseState {
    return { kind: 'running' };
  }

  override onStateChange(): () => void {
    return () => undefined;
  }
}
