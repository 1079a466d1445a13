import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { fromStored } from '../../../platform/database/storable.js';
import { type Principal } from '../../../kernel/principal.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { OriginalsRepository } from '../stored/originals.repository.js';
import { documentKey } from '../stored/bundle-documents.repository.js';
import { buildPackageDocument, bundleNow } from '../packages/package-document.js';
import {
  type PackageOrigin,
  type SignatureVerdict,
  trustForUpload,
  verifySignature,
} from '#domains/catalogue/trust/package-trust.js';
import { PackagesRepository } from '../stored/packages.repository.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import {
  broughtDocument,
  checkDocument,
  type DocumentCheck,
  type DocumentToCheck,
} from './document-check.js';
import { InstalledDocumentsRepository } from './installed-documents.repository.js';
import { integrityOf } from '#domains/catalogue/trust/content-hash.js';

/** Whether what the database keeps of a package is what came in. */
export interface IntegrityCheck {
  /** Of the package that came in; null where that was not kept. */
  readonly recorded: string | null;
  /** `unknown` where what came in cannot be put together any more. */
  readonly state: 'intact' | 'broken' | 'unknown';
}

/** What is known of an installed package, and what of it is still as it came. */
export interface PackageVerification {
  readonly name: string;
  readonly version: string;
  readonly installed: Date;
  readonly installedBy: string;
  readonly origin: PackageOrigin | undefined;
  readonly integrity: IntegrityCheck;
  /** By the keys that are trusted now; null where nothing can be judged. */
  readonly signature: SignatureVerdict | null;
  readonly documents: readonly DocumentCheck[];
}

/** Compares installed packages with what was installed (ADR 0186). */
@Injectable()
export class PackageVerificationService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly documents: InstalledDocumentsRepository,
    private readonly originals: OriginalsRepository,
    private readonly profiles: ProfilesService,
    private readonly packaged: PackagedDocuments,
  ) {}

  /**
   * Of all documents; those that the caller may not see are not told of.
   * @throws AppError `not-found`
   */
  async verify(idOrName: string, principal: Principal): Promise<PackageVerification> {
    const record = await this.packages.find(idOrName);
    if (!record) throw notFound('Package', idOrName);
    const { name, version, installed, installedBy, origin } = record;
    const readable = new Set(await this.packaged.readable(record.bundles, principal));
    const documents = await this.documentsOf(record);
    const brought = broughtPackage(record, documents);
    return {
      name,
      version,
      installed,
      installedBy,
      origin,
      integrity: integrityCheck(origin, brought),
      signature: await this.verifySignature(record, brought),
      documents: record.bundles.flatMap((ref, at) => {
        const document = documents[at];
        return document && readable.has(ref) ? checkDocument(document) : [];
      }),
    };
  }

  private async documentsOf(record: InstalledRecord): Promise<readonly DocumentToCheck[]> {
    const [present, originals] = await Promise.all([
      this.documents.findAll(record.bundles),
      this.originals.ofPackage(record._id),
    ]);
    return record.bundles.map(({ type, collection, documentId: id }, at) => {
      const key = documentKey(collection, id);
      const original = originals.get(key);
      const found = present.get(key);
      const name = found?.name ?? textOf(original?.['name']);
      return {
        type,
        name: name === '' ? `${type} ${at + 1}` : name,
        id,
        now: found?.document ?? null,
        original,
        hash: found?.hash,
      };
    });
  }

  private async verifySignature(
    { name, origin }: InstalledRecord,
    brought: JsonObject | undefined,
  ): Promise<SignatureVerdict | null> {
    if (!origin || !brought) return null;
    const { configs } = await this.profiles.repositoryConfigs();
    const own = configs.find((one) => one.name === origin.config);
    const trust = own?.trust ?? trustForUpload(name, configs);
    return verifySignature(brought, origin.signatureText, trust);
  }
}

/** The package as it came in; undefined where one of its documents is not known any more. */
function broughtPackage(
  { head, bundles }: InstalledRecord,
  documents: readonly DocumentToCheck[],
): JsonObject | undefined {
  const known = documents.map((document) => broughtDocument(document));
  if (known.includes(undefined)) return undefined;
  const refs = bundles.map((ref, at) => bundleNow(ref, known[at] ?? null));
  return buildPackageDocument(fromStored(head), refs);
}

function integrityCheck(
  origin: PackageOrigin | undefined,
  brought: JsonObject | undefined,
): IntegrityCheck {
  const recorded = origin?.integrity ?? null;
  if (recorded === null || !brought) return { recorded, state: 'unknown' };
  return { recorded, state: integrityOf(brought) === recorded ? 'intact' : 'broken' };
}
