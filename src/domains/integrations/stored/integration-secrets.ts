import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { ownObject, ownValue } from '../../../kernel/json-reading.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { mask, type SecretTarget, secretToStore } from '../../../platform/secrets/placeholders.js';
import { ownText } from '../openapi/local-refs.js';
import { valueAt } from '../../../platform/secrets/secret-walk.js';
import { integrationAddress, verifiesTls } from './integration-address.js';
import { mapSecrets, placeholderOf } from './secret-places.js';

/** The data as it is shown: a placeholder for each secret that is set. */
export function maskSecrets(data: JsonObject): JsonObject {
  return mapSecrets(data, (value, path) => mask(String(value), placeholderOf(path)));
}

/** The data of a package, whose secrets are everybody's and so are none: they must be entered here. */
export function withoutSecrets(data: JsonObject): JsonObject {
  return mapSecrets(data, () => '');
}

/**
 * The data to store: new secrets sealed, placeholders exchanged for what is stored.
 * @param written what the caller sent; its pointers lie below `#/properties`.
 * @param stored the data before, secrets sealed; an empty object where there was none.
 * @throws AppError `invalid-input` for secrets that are no text, for sealed text, and for
 *   placeholders that stand for nothing or come with another target.
 */
export function sealSecrets(
  written: JsonObject,
  stored: JsonObject,
  seal: (text: string) => string,
): JsonObject {
  const faults: Fault[] = [];
  const targets = { before: targetOf(stored), after: targetOf(written) };
  const sealed = mapSecrets(written, (value, path) => {
    const pointer = jsonPointer(['properties', ...path]);
    if (typeof value === 'number') {
      faults.push({ pointer, detail: 'is a secret, which must be text' });
      return value;
    }
    const present = valueAt(stored, path);
    const kept = typeof present === 'string' ? present : undefined;
    return secretToStore({ written: value, stored: kept, pointer, ...targets }, seal);
  });
  if (faults.length > 0) throw invalidInput(faults);
  return sealed;
}

/** Everything that decides who gets to see the secrets. */
function targetOf(data: JsonObject): SecretTarget {
  const properties = ownObject(data, 'properties');
  const { protocol, host, basePath } = integrationAddress(data);
  const schemes = Object.entries(ownObject(properties, 'authentication')).filter(
    (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
  );
  const each = (...keys: readonly string[]): string =>
    JSON.stringify(
      schemes.flatMap(([name, scheme]) =>
        keys.flatMap((key) => (ownText(scheme, key) ? [[name, key, ownText(scheme, key)]] : [])),
      ),
    );
  return {
    host: `${host} ${ownText(properties, 'host') ?? ''}`,
    url: JSON.stringify([protocol, basePath, each('tokenUrl')]),
    port: JSON.stringify(ownValue(properties, 'port') ?? ''),
    username: each('username', 'clientId'),
    verifiesTls: verifiesTls(data),
  };
}
