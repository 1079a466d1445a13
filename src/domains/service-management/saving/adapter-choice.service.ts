import { Inject, Injectable } from '@nestjs/common';
import { conflict, invalidInput } from '../../../kernel/app-error.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertAdmittedByName } from '../../adapters/access/adapter-access.js';
import { AdaptersService } from '../../adapters/records/adapters.service.js';
import { type Orchestrator } from '../orchestrator-client.service.js';

const NAMED_MAX = 20;

/** Which orchestrator instances go to. */
@Injectable()
export class AdapterChoiceService {
  constructor(
    private readonly adapters: AdaptersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The adapter that is named, else the single enabled one; null when there is none and instances are
   * kept here alone.
   * @param needsOrchestrator a dry-run can only be had from one.
   * @throws AppError `not-found`; `forbidden` (`adapter-not-usable`); `conflict` for a disabled one (`adapter-disabled`) and where there is
   *   none (`no-adapter`); `invalid-input` that names them where there are several.
   */
  async choose(
    named: string | undefined,
    needsOrchestrator: boolean,
    principal: Principal,
  ): Promise<Orchestrator | null> {
    if (named !== undefined) return this.admitted(named, principal);
    const enabled = await this.adapters.enabledHeads('restconf');
    const [only, ...others] = enabled;
    if (only && others.length === 0) return this.admitted(only.id, principal);
    if (only) throw severalAdapters(enabled.map(({ name }) => name));
    if (!this.config.services.keepsLocally) {
      throw conflict('There is no enabled adapter to save instances through', 'no-adapter');
    }
    if (!needsOrchestrator) return null;
    throw conflict('A dry-run needs an adapter, and there is none', 'no-adapter');
  }

  private async admitted(named: string, principal: Principal): Promise<Orchestrator> {
    const adapter = await this.adapters.usable(named);
    assertAdmittedByName(principal, adapter, 'change');
    const { _id: id, name, northbound } = adapter;
    return { id, name, northbound };
  }
}

function severalAdapters(names: readonly string[]): Error {
  const shown = names.slice(0, NAMED_MAX).map((name) => `'${name}'`);
  const more = names.length > NAMED_MAX ? `, and ${names.length - NAMED_MAX} more` : '';
  const detail = `must name one of the enabled adapters: ${shown.join(', ')}${more}`;
  return invalidInput([{ pointer: '#/options/adapterId', detail }]);
}
