import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Fault } from '../../../kernel/app-error.js';
import { groupInWords } from '../../../kernel/gbac-references.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { Referrers } from '../../../platform/referrers/referrers.js';
import { addressFaults } from '../channels/channel-faults.js';
import { CHANNEL } from '../stored/channel.js';
import { ChannelsRepository } from '../stored/channels.repository.js';
import { RulesRepository } from '../stored/rules.repository.js';
import { type RuleWrite } from './rule-write.js';

/** What a request names, and what of it there is not. */
export interface FoundReferences {
  /** Ids. */
  readonly channels: readonly string[];
  /** Ids. */
  readonly groups: readonly string[];
  readonly faults: readonly Fault[];
}

/** Where rules name what somebody may want to delete, by its kind. */
const PLACES: ReadonlyMap<string, 'channels' | 'groups'> = new Map([
  [CHANNEL.kind, 'channels'],
  ['group', 'groups'],
]);

/** Finds channels and groups by their ids or names, so that a later change of a name changes no rule. */
@Injectable()
export class RuleReferencesService implements OnModuleInit {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly rules: RulesRepository,
    private readonly groups: GroupDirectory,
    private readonly referrers: Referrers,
  ) {}

  onModuleInit(): void {
    this.referrers.register(async ({ kind, id }, limit) => {
      const place = PLACES.get(kind);
      if (place === undefined) return [];
      const names = await this.rules.namesOf(place, id, limit);
      return names.map((name) => ({ kind: 'notification rule', name }));
    });
  }

  async resolve({ channels, groups = [], to = [] }: RuleWrite): Promise<FoundReferences> {
    const faults: Fault[] = [...addressFaults(to, '#/to')];
    const ids: string[] = [];
    for (const [at, given] of channels.entries()) {
      const found = (await this.channels.find(given)) ?? (await this.channels.findByName(given));
      if (found) ids.push(found._id);
      else faults.push({ pointer: `#/channels/${at}`, detail: 'names no channel' });
    }
    const resolved = await this.groups.resolve(groups);
    const unknown = resolved.unknown.map(groupInWords);
    for (const [at, given] of groups.entries())
      if (unknown.includes(given))
        faults.push({ pointer: `#/groups/${at}`, detail: 'names no group' });
    return { channels: [...new Set(ids)], groups: resolved.ids, faults };
  }
}
