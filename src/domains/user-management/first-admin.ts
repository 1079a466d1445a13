import { Injectable } from '@nestjs/common';
import { type Secret } from '../../kernel/secret.js';

/** Holds the password that the first start made up, until it has been shown. */
@Injectable()
export class FirstAdmin {
  private generated: Secret | undefined;

  rememberGenerated(password: Secret): void {
    this.generated = password;
  }

  /** The password, once; undefined when none was made up or it has been taken already. */
  takeGeneratedPassword(): Secret | undefined {
    const { generated } = this;
    this.generated = undefined;
    return generated;
  }
}
