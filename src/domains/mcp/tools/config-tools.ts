import { type JsonObject } from '#kernel/json.js';
import { isJsonObject } from '#kernel/json.js';
import { listPart } from './answer-parts.js';
import { type OperationCalls } from './operation-calls.js';
import { argumentsOf, data, text, type Tool } from './tool.js';

/** Looks for lines in configurations of devices. */
export const CONFIG_SEARCH: Tool = {
  name: 'config_search',
  description: 'Find lines in backed-up device configurations. Secrets are masked.',
  needs: ['searchBackupTexts'],
  input: () =>
    argumentsOf(
      {
        pattern: { type: 'string', minLength: 1, maxLength: 1024 },
        regex: { type: 'boolean', description: 'RE2' },
        history: { type: 'boolean', description: 'All versions, not the newest' },
        device: text('Begin of its name'),
        limit: { type: 'integer', minimum: 1, maximum: 50 },
        cursor: text(),
      },
      ['pattern'],
    ),
  run: async ({ pattern, regex, history, device, limit = 10, cursor }, { operations }) => {
    const body = {
      pattern,
      limit,
      scope: history === true ? 'history' : 'newest',
      ...(regex !== undefined && { regex }),
      ...(cursor !== undefined && { cursor }),
      ...(device !== undefined && { filter: { startsWith: device } }),
    } as JsonObject;
    return data(await operations.call('searchBackupTexts', { body }));
  },
};

/** Compares two versions of a configuration. */
export const CONFIG_DIFF: Tool = {
  name: 'config_diff',
  description: 'Unified diff of two backups, or of the last two of a device. Secrets are masked.',
  needs: ['diffBackups'],
  input: () => argumentsOf({ device: text(), before: text('Backup id'), after: text('Backup id') }),
  run: async (given, { operations }) => {
    const ids = await comparedIds(given, operations);
    if (ids === undefined)
      return { kind: 'refused', text: 'Give before and after, or a device that has two backups.' };
    const [id, other] = ids;
    return data(await operations.call('diffBackups', { path: { id, other } }));
  },
};

async function comparedIds(
  { device, before, after }: JsonObject,
  operations: OperationCalls,
): Promise<readonly [string, string] | undefined> {
  if (typeof before === 'string' && typeof after === 'string') return [before, after];
  if (typeof device !== 'string') return undefined;
  const path = { name: device };
  const body = await operations.call('listDeviceBackups', { path, query: { limit: 2 } });
  const [newest, last] = listPart(body).items.map((item) =>
    isJsonObject(item) ? (item['_id'] ?? item['id']) : undefined,
  );
  return typeof newest === 'string' && typeof last === 'string' ? [last, newest] : undefined;
}
