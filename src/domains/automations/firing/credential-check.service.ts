import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type ResourceCredential,
  type ResourceCredentialClaim,
  ResourceCredentials,
} from '../../../platform/auth/resource-credentials.js';
import { AttemptsService } from '../../user-management/sign-in/attempts.service.js';
import { TriggersRepository } from '../triggers/triggers.repository.js';
import { CredentialSealingService, NOBODYS } from './credential-sealing.service.js';

/** Knows by the credential of a trigger who may call it, and slows down who guesses. */
@Injectable()
export class CredentialCheckService implements OnModuleInit {
  constructor(
    private readonly checks: ResourceCredentials,
    private readonly triggers: TriggersRepository,
    private readonly sealing: CredentialSealingService,
    private readonly attempts: AttemptsService,
  ) {}

  onModuleInit(): void {
    this.checks.register('runEndpointTrigger', async (claim, { routeName = '' }, { address }) => {
      const found = await this.find(claim, routeName);
      if (!found) await this.attempts.refuseStranger(address);
      return found;
    });
  }

  private async find(
    claim: ResourceCredentialClaim,
    routeName: string,
  ): Promise<ResourceCredential | null> {
    const trigger = await this.triggers.findByRoute(routeName);
    const isGood = this.sealing.isGood(claim, trigger?.secret ?? NOBODYS);
    return trigger?.secret && isGood ? { objectId: trigger._id, claim } : null;
  }
}
