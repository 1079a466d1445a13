import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { PackageVerificationService } from './package-verification.service.js';
import { toVerification } from './to-verification.js';
import { VerifyArtifactAnswer } from './trust.dto.js';

/** How far an installed package can be trusted. */
@Controller()
export class TrustController {
  constructor(private readonly verification: PackageVerificationService) {}

  @Operation('verifyArtifact', VerifyArtifactAnswer)
  async verifyArtifact(
    @Param('name') name: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<VerifyArtifactAnswer> {
    return toVerification(await this.verification.verify(name, principal));
  }
}
