import { type JsonObject } from '../../../kernel/json.js';
import {
  type AuditedChange,
  type AuditedObject,
} from '../../../platform/request-context/audited-change.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';
import { type PlannedPackage } from './package-installer.service.js';
import { type PackageOrigin } from '#domains/catalogue/trust/package-trust.js';
import { type InstalledRecord } from '../stored/stored-package.js';

/**
 * A package that was installed or replaced, as the audit trail keeps it: which one it was, and not its
 * documents, which may take megabytes. The fingerprint is that of the document that came in.
 */
export function packageWritten(
  { packageId, content }: PlannedPackage,
  replaced: InstalledRecord | null,
  document: JsonObject,
): AuditedChange {
  const { name, version, bundles, origin } = content;
  return {
    object: packageObject(packageId, name),
    before: replaced && summaryOf(replaced),
    after: {
      version,
      documents: bundles.length,
      fingerprint: contentHash(document),
      ...auditedOrigin(origin),
    },
  };
}

/** A package that was removed with its documents. */
export function packageRemoved(record: InstalledRecord): AuditedChange {
  const { _id, name } = record;
  return { object: packageObject(_id, name), before: summaryOf(record), after: null };
}

/** From where it came, and who is known to have signed it; nothing of packages of before that was kept. */
export function auditedOrigin(origin: PackageOrigin | undefined): JsonObject {
  if (!origin) return {};
  const { config, ref, signature } = origin;
  const { state, key } = signature;
  return {
    origin: config === null ? 'upload' : `${config} ${ref ?? ''}`.trim(),
    // What is called a signature is masked, as of calls.
    signed: key === null ? state : `${state} ${key}`,
  };
}

function packageObject(id: string, name: string): AuditedObject {
  return { type: 'package', id, name };
}

function summaryOf({ version, bundles }: InstalledRecord): JsonObject {
  return { version, documents: bundles.length };
}
