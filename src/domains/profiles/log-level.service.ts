import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type JsonObject } from '../../kernel/json.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config, givenVariables } from '../../platform/config/config.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { logLevelOf } from './document/log-level.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

/** Lets the log follow `loggerProps.log_level`, unless LOG_LEVEL is set: the environment wins. */
@Injectable()
export class LogLevelService implements OnModuleInit {
  constructor(
    private readonly runtime: RuntimeProfileService,
    private readonly log: AppLogger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (givenVariables(this.config).has('LOG_LEVEL')) return;
    this.runtime.register('log level', (document) => {
      this.apply(document);
    });
  }

  private apply(document: JsonObject): void {
    this.log.setLevel(logLevelOf(document) ?? this.config.logging.level);
  }
}
