import { Injectable } from '@nestjs/common';
import { type AccessRequest } from '../../../api/access/access-request.js';
import { CredentialReader } from '../../../api/access/credential-reader.js';
import { mayCall } from '../../../api/access/may-call.js';
import { operationSpec } from '../../../api/operations/operations.js';
import { AppError } from '../../../kernel/app-error.js';
import { type Gbac, mayRead } from '../../../kernel/gbac.js';

/** Whether somebody who follows a job might begin to follow it now. */
@Injectable()
export class FollowAdmission {
  constructor(private readonly credentials: CredentialReader) {}

  /** True also when the database cannot say: it will soon. */
  async isAdmitted(request: AccessRequest, gbac: Gbac): Promise<boolean> {
    const { presentedCredential } = request;
    if (!presentedCredential) return false;
    try {
      const { principal } = await this.credentials.verify(presentedCredential, request);
      const isReader = mayCall(principal, operationSpec('followJob'));
      return isReader && mayRead(principal, 'WorkFlowEngine', gbac).admitted;
    } catch (error) {
      return !(error instanceof AppError) || error.kind === 'unavailable';
    }
  }
}
