import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownObject, ownValue } from '../../../kernel/json-reading.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { urlRefusal } from '../../../platform/outbound/target-url.js';
import { ownText } from '../openapi/local-refs.js';
import { addressRefusal } from '../openapi/server-address.js';
import { integrationAddress } from './integration-address.js';
import { withoutSecrets } from './integration-secrets.js';

/** What counts where a caller says nothing; null is nothing. */
const DEFAULTS: JsonObject = {
  loggerProps: {},
  isEncrypted: false,
  model: '',
  type: 'Adapter',
  profiling: false,
  virtual: true,
  systemProps: {},
};
const FIELDS = [...Object.keys(DEFAULTS), 'properties', 'eventDeduplication'];

/**
 * The data of an integration with every field of the interface: what was given, the defaults, and
 * what the model says about the rest. Address and token URLs are taken over from the model now: a
 * model that changes later must not lead secrets to another place.
 * @param given with values of the right types; fields that nobody knows are left out.
 */
export function completeData(
  name: string,
  given: JsonObject,
  ofModel: JsonObject | undefined,
): JsonObject {
  const known = Object.fromEntries(
    FIELDS.flatMap((key) =>
      isGiven(ownValue(given, key)) ? [[key, ownValue(given, key) ?? null]] : [],
    ),
  );
  const properties = ownObject(known, 'properties');
  return {
    ...DEFAULTS,
    ...known,
    name,
    properties: {
      brokers: [],
      groups: [],
      ...ofModelOrGiven(properties, ofModel),
      id: ownText(properties, 'id') ?? name,
      type: ownText(properties, 'type') ?? ownText(known, 'type') ?? 'Adapter',
    },
  };
}

function ofModelOrGiven(properties: JsonObject, ofModel: JsonObject = {}): JsonObject {
  const authentication = { ...ownObject(ofModel, 'authentication') };
  for (const [scheme, value] of Object.entries(ownObject(properties, 'authentication'))) {
    const base = ownObject(authentication, scheme);
    authentication[scheme] = isJsonObject(value) ? { ...base, ...value } : value;
  }
  const merged = (key: string): JsonObject => ({
    ...ownObject(ofModel, key),
    ...ownObject(properties, key),
  });
  const version = ownValue(properties, 'version') ?? ownValue(ofModel, 'version') ?? '';
  return { ...properties, authentication, server: merged('server'), tls: merged('tls'), version };
}

/**
 * What of a configuration could never work: an address that is none, token URLs that are none.
 * @throws AppError `invalid-input`; pointers lie below `#/properties`.
 */
export function assertUsable(data: JsonObject): void {
  const address = integrationAddress(data);
  const refusal = address.host === '' ? undefined : addressRefusal(address);
  const faults = [
    ...(refusal === undefined ? [] : [faultAt(['server'], refusal)]),
    ...tokenUrlFaults(data),
  ];
  if (faults.length > 0) throw invalidInput(faults);
}

function tokenUrlFaults(data: JsonObject): readonly Fault[] {
  const schemes = ownObject(ownObject(data, 'properties'), 'authentication');
  return Object.keys(schemes).flatMap((name) => {
    const tokenUrl = ownText(ownObject(schemes, name), 'tokenUrl') ?? '';
    const refusal = tokenUrl === '' ? undefined : urlRefusal(tokenUrl);
    return refusal === undefined ? [] : [faultAt(['authentication', name, 'tokenUrl'], refusal)];
  });
}

function faultAt(path: readonly string[], detail: string): Fault {
  return { pointer: jsonPointer(['properties', 'properties', ...path]), detail };
}

/** What the interface types as something; a package may say anything, and is not refused for it. */
const TYPES: Readonly<Record<string, string>> = {
  isEncrypted: 'boolean',
  model: 'string',
  type: 'string',
  profiling: 'boolean',
  virtual: 'boolean',
  loggerProps: 'object',
  systemProps: 'object',
  properties: 'object',
  eventDeduplication: 'object',
};

/**
 * The data of an integration that a package brought: the record as it is exported, its data alone,
 * or the form in which clients create one. Fields of other types than the interface's are left out.
 */
export function packagedData(name: string, bundle: JsonObject): JsonObject {
  const candidates = [ownObject(bundle, 'data'), ownObject(bundle, 'properties')];
  const found = candidates.find((one) => ownText(one, 'model') !== undefined) ?? bundle;
  const typed = Object.fromEntries(
    Object.entries(found).filter(([key, value]) => typeOf(value) === TYPES[key]),
  );
  const properties = wellTyped(ownObject(typed, 'properties'));
  return withoutSecrets(completeData(name, { ...typed, properties }, undefined));
}

function wellTyped(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).filter(([key, value]) => {
      if (key === 'brokers' || key === 'groups')
        return Array.isArray(value) && value.every((item) => typeof item === 'string');
      if (['id', 'type'].includes(key)) return typeof value === 'string';
      return !['authentication', 'server', 'tls'].includes(key) || isJsonObject(value);
    }),
  );
}

function typeOf(value: JsonValue): string {
  return Array.isArray(value) || value === null ? 'other' : typeof value;
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}
