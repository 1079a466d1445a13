import { stat } from 'node:fs/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';

/**
 * Says at start which directories for local repositories are not there. It is no reason not to
 * start, because they may be mounted later; but whoever mistyped one would look for it elsewhere.
 */
@Injectable()
export class MissingRootsService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const root of this.config.catalogue.localRoots) {
      if (await isDirectory(root)) continue;
      this.log.warn({ root }, 'LOCAL_REPOSITORY_ROOTS names a directory that is not there');
    }
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // missing, or not for us to look at
  }
}
