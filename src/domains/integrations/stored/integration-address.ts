import { type JsonObject } from '../../../kernel/json.js';
import { ownObject, ownValue } from '../../../kernel/json-reading.js';
import { ownText } from '../openapi/local-refs.js';
import { basePathOf, type ServerAddress } from '../openapi/server-address.js';

/** Where an integration's operations lie, from `properties.server`. */
export function integrationAddress(data: JsonObject): ServerAddress {
  const server = ownObject(ownObject(data, 'properties'), 'server');
  return {
    protocol: (ownText(server, 'protocol') ?? 'https').replace(/:?\/*$/, '').toLowerCase(),
    host: ownText(server, 'host') ?? '',
    basePath: basePathOf(ownText(server, 'base_path') ?? ''),
  };
}

/** Whether certificates are checked: unless somebody said `tls.rejectUnauthorized: false`. */
export function verifiesTls(data: JsonObject): boolean {
  const tls = ownObject(ownObject(data, 'properties'), 'tls');
  return ownValue(tls, 'rejectUnauthorized') !== false;
}
