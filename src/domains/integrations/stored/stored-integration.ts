import { fromStored } from '../../../platform/database/storable.js';
import { type Integration, type StoredIntegration } from './integration.js';
import { packagedData } from './integration-data.js';

/** An integration out of what is stored: what users said, else what its package brought. */
export function toIntegration(stored: StoredIntegration): Integration {
  const { _id, name, revision = 0, enabled = false, packageId, probe = null } = stored;
  const { data, document = {} } = stored;
  return {
    id: _id,
    name,
    revision,
    enabled,
    isPackaged: packageId !== undefined,
    data: data === undefined ? packagedData(name, fromStored(document)) : fromStored(data),
    probe: enabled ? probe : null,
  };
}
