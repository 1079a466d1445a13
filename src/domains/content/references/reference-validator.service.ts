import { Injectable } from '@nestjs/common';
import { AdapterReferenceValidatorService } from './adapter-reference-validator.service.js';
import { type BrokenReference, type Referrer } from './broken-reference.js';
import { type BatchDocument } from './batch-document.js';
import { DocumentReferenceValidatorService } from './document-reference-validator.service.js';
import { GroupReferenceValidatorService } from './group-reference-validator.service.js';

/** Judges everything that documents refer to, for whoever saves, imports or only tries them. */
@Injectable()
export class ReferenceValidatorService {
  constructor(
    private readonly documents: DocumentReferenceValidatorService,
    private readonly adapters: AdapterReferenceValidatorService,
    private readonly groups: GroupReferenceValidatorService,
  ) {}

  /**
   * What each of the documents refers to in vain, in their order.
   * @param along documents that are not here yet and count as if they were.
   */
  async validate(
    referrers: readonly Referrer[],
    along: readonly BatchDocument[] = [],
  ): Promise<readonly (readonly BrokenReference[])[]> {
    const all = await Promise.all([
      this.documents.validate(referrers, along),
      this.adapters.validate(referrers, along),
      this.groups.validate(referrers),
    ]);
    return referrers.map((_, at) => all.flatMap((broken) => broken[at] ?? []));
  }
}
