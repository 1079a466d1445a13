import { type OperationId, operationSpec } from '../../src/api/operations/operations.js';
import { aSignedInCaller } from './sign-in.js';
import { type TestApp } from './start-app.js';

/** An admin who calls thousands of times, and is one caller as long as that proves the same. */
export class LastingCaller {
  private token: Promise<string> | undefined;

  constructor(private readonly platform: () => TestApp) {}

  /** The token for a call. What any caller may do can end their session: that is called by another one each time. */
  tokenFor(id: OperationId): Promise<string> {
    const { access } = operationSpec(id);
    return typeof access === 'object' && 'roles' in access ? this.lasting() : this.fresh();
  }

  fresh(): Promise<string> {
    const roles = [{ provenance: 'platform', name: 'admin' }];
    return aSignedInCaller(this.platform().app, { roles });
  }

  /** Whether the calls so far were those of somebody whom the platform knows. */
  async isStillKnown(): Promise<boolean> {
    const { status } = await this.platform().call('GET', '/whoami', {
      token: await this.lasting(),
    });
    return status === 200;
  }

  private lasting(): Promise<string> {
    return (this.token ??= this.fresh());
  }
}
