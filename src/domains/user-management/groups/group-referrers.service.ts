import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GuardedObjects } from '../../../platform/auth/guarded-objects.js';
import { Referrers } from '../../../platform/referrers/referrers.js';

/** Tells whoever deletes a group which objects are for its members. Accounts and groups in it do not count: they leave it. */
@Injectable()
export class GroupReferrersService implements OnModuleInit {
  constructor(
    private readonly referrers: Referrers,
    private readonly objects: GuardedObjects,
  ) {}

  onModuleInit(): void {
    this.referrers.register(async ({ kind, id }, limit) =>
      kind === 'group' ? this.objects.guardedBy(id, limit) : [],
    );
  }
}
