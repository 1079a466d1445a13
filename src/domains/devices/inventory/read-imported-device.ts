import { cutText } from '../../../kernel/cut-text.js';
import { isJsonObject } from '../../../kernel/json.js';
import { validateShape } from '../../../api/validation/validate-shape.js';
import { type ReadDevice } from './device-imports.service.js';
import { ImportedDevice } from './devices.dto.js';

const FAULTS_SHOWN_MAX = 5;

/** Reads one item of an import by the shape that a device has. */
export function readImportedDevice(item: unknown): ReadDevice {
  const outcome = validateShape(ImportedDevice, item);
  if (outcome.kind === 'valid') {
    const { name, ...write } = outcome.value as ImportedDevice; // what was just validated
    return { kind: 'read', name, write };
  }
  const name = isJsonObject(item) && typeof item['name'] === 'string' ? item['name'] : '';
  const faults = outcome.faults.slice(0, FAULTS_SHOWN_MAX);
  const reason = faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
  return { kind: 'refused', name: cutText(name, 512), reason };
}
