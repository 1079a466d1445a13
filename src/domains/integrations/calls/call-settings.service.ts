import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ProfilesService } from '../../profiles/profiles.service.js';

/** How integrations are called, from `integrationProps` of the active profile. */
export interface CallSettings {
  /** Deadline of a call, waiting for a slot and for a token included. */
  readonly timeoutMs: number;
  /** `threadCount`: calls on one integration at a time, on each node. */
  readonly concurrent: number;
}

const TIMEOUT_MS = { min: 10, max: 600_000 };
const CONCURRENT = { min: 1, max: 1000, default: 5 };

/** What the active profile says of integrations; imports may hold anything, which then does not count. */
@Injectable()
export class CallSettingsService {
  constructor(
    private readonly profiles: ProfilesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async current(): Promise<CallSettings> {
    const { document } = await this.profiles.active();
    const given = document['integrationProps'];
    const props = isJsonObject(given) ? given : {};
    return {
      timeoutMs: whole(props['timeout'], {
        ...TIMEOUT_MS,
        default: this.config.outbound.timeoutMs,
      }),
      concurrent: whole(props['threadCount'], CONCURRENT),
    };
  }
}

function whole(
  value: JsonValue | undefined,
  bounds: { readonly min: number; readonly max: number; readonly default: number },
): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0) return bounds.default;
  return Math.min(Math.max(value, bounds.min), bounds.max);
}
