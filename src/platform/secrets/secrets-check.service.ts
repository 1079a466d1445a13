import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CHECK_TEXT, keyStateOf, wrongKeys } from './key-state.js';
import { SecretBox } from './secret-box.js';
import { SecretsCheckRepository } from './secrets-check.repository.js';

/**
 * Decides at start whether the keys are those that sealed the secrets of this database. Without it a
 * wrong key would show one secret at a time, after new ones were sealed with it.
 */
@Injectable()
export class SecretsCheckService implements OnModuleInit {
  constructor(
    private readonly box: SecretBox,
    private readonly checks: SecretsCheckRepository,
  ) {}

  /** @throws ConfigError when no key opens the check value. */
  async onModuleInit(): Promise<void> {
    const sealed =
      (await this.checks.findSealed()) ??
      (await this.checks.insertOrGet(this.box.seal(CHECK_TEXT)));
    const state = keyStateOf(sealed, this.box);
    if (state === 'unreadable') throw wrongKeys();
    // The value moves to the newest key, so that the oldest can be taken away later.
    if (state === 'older') await this.checks.replace(sealed, this.box.seal(CHECK_TEXT));
  }
}
