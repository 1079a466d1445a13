import { Injectable } from '@nestjs/common';
import { type AccessRequest } from '../../../api/access/access-request.js';
import { CredentialReader } from '../../../api/access/credential-reader.js';
import { mayCall } from '../../../api/access/may-call.js';
import { type OperationId, operationSpec } from '../../../api/operations/operations.js';
import { AppError } from '../../../kernel/app-error.js';

/** Whether a request that is still being answered would be admitted if it came now. */
@Injectable()
export class StreamAdmission {
  constructor(private readonly credentials: CredentialReader) {}

  /** True also when the database cannot say: it will soon. */
  async isAdmitted(request: AccessRequest, id: OperationId): Promise<boolean> {
    const { presentedCredential } = request;
    if (!presentedCredential) return false;
    try {
      const { principal } = await this.credentials.verify(presentedCredential, request);
      return mayCall(principal, operationSpec(id));
    } catch (error) {
      return !(error instanceof AppError) || error.kind === 'unavailable';
    }
  }
}
