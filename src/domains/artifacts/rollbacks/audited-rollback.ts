import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { auditedOrigin } from '../packages/audited-package.js';
import { type InstalledRecord, type PackageContent } from '../stored/stored-package.js';

/**
 * A package that went back to the version before, from where that had come, and how many documents lost
 * changes of users by it.
 */
export function packageRolledBack(
  { _id, name, version, bundles }: InstalledRecord,
  restored: PackageContent,
  discarded: number,
): AuditedChange {
  return {
    object: { type: 'package', id: _id, name },
    before: { version, documents: bundles.length },
    after: {
      version: restored.version,
      documents: restored.bundles.length,
      discarded,
      ...auditedOrigin(restored.origin),
    },
  };
}
