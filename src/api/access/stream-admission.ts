import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { type Principal } from '../../kernel/principal.js';
import { type AccessRequest } from '../request/access-request.js';
import { CredentialReader } from './credential-reader.js';

/** Whether a request that is still being answered would be admitted if it came now. */
@Injectable()
export class StreamAdmission {
  constructor(private readonly credentials: CredentialReader) {}

  /** True also when the database cannot say: it will soon. */
  async isAdmitted(
    request: AccessRequest,
    admits: (principal: Principal) => boolean,
  ): Promise<boolean> {
    const { presentedCredential } = request;
    if (!presentedCredential) return false;
    try {
      const { principal } = await this.credentials.verify(presentedCredential, request);
      return admits(principal);
    } catch (error) {
      return !(error instanceof AppError) || error.kind === 'unavailable';
    }
  }
}
