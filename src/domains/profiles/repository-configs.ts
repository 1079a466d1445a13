import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';

/** Whose signatures count for the packages of a repository. */
export interface RepositoryTrust {
  /** Ed25519 keys: PEM, or the 32 bytes of one in Base64. */
  readonly publicKeys: readonly string[];
  /** Packages without a signature of one of the keys are not installed. */
  readonly requireSignature: boolean;
}

/** A repository configuration of the active profile, read with care: imports may lack any field. */
export interface RepositoryConfig {
  /** The repository's scope, `@acme` for example: the key it stands under. */
  readonly name: string;
  readonly enabled: boolean;
  /** `gitlab`, `github` or `local`; an import may say anything. */
  readonly type: string;
  readonly hostname: string;
  readonly path: string;
  /** The token as stored: sealed, or empty when none is set. */
  readonly credentials: { readonly token: string };
  readonly trust: RepositoryTrust;
  /** The secret that a caller of its webhook must know, as stored: sealed, or empty without one. */
  readonly webhook: { readonly secret: string };
  /** Time between two regular readings; null where the platform's own interval counts. */
  readonly refreshSeconds: number | null;
  /** The whole entry as stored, fields that only other platforms know included. */
  readonly document: JsonObject;
}

/** The configurations as the profile document keys them: scope to entry. */
export type RepositoryConfigDocuments = Readonly<Record<string, JsonObject>>;

/** The shortest and longest time between two regular readings of a repository, in seconds. */
export const REFRESH_SECONDS = { min: 10, max: 2_592_000 } as const;

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const object = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** `prebuiltProps.repoConfigs` of a profile document; entries that are no objects do not count. */
export function repositoryConfigDocuments(profile: JsonObject): RepositoryConfigDocuments {
  const configs = object(object(profile['prebuiltProps'])['repoConfigs']);
  return Object.fromEntries(
    Object.entries(configs).filter((entry): entry is [string, JsonObject] =>
      isJsonObject(entry[1]),
    ),
  );
}

/** The configurations of a profile document in its own order. */
export function readRepositoryConfigs(profile: JsonObject): readonly RepositoryConfig[] {
  return Object.entries(repositoryConfigDocuments(profile)).map(([name, document]) => ({
    name,
    enabled: document['enabled'] === true,
    type: text(document['type']),
    hostname: text(document['hostname']),
    path: text(document['path']),
    credentials: { token: text(object(document['credentials'])['token']) },
    trust: readTrust(object(document['trust'])),
    webhook: { secret: text(object(document['webhook'])['secret']) },
    refreshSeconds: readSeconds(document['refreshSeconds']),
    document,
  }));
}

/** Keys that are no text do not count; what is not plainly true requires nothing. */
function readTrust({ publicKeys, requireSignature }: JsonObject): RepositoryTrust {
  const keys = Array.isArray(publicKeys) ? publicKeys : [];
  return {
    publicKeys: keys.filter((key): key is string => typeof key === 'string'),
    requireSignature: requireSignature === true,
  };
}

/** Anything but a time within the bounds is as good as none. */
function readSeconds(value: JsonValue | undefined): number | null {
  const isTime =
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= REFRESH_SECONDS.min &&
    value <= REFRESH_SECONDS.max;
  return isTime ? value : null;
}

/** The profile document with these configurations and everything else as it was. */
export function withRepositoryConfigs(
  profile: JsonObject,
  configs: RepositoryConfigDocuments,
): JsonObject {
  const prebuiltProps = { ...object(profile['prebuiltProps']), repoConfigs: { ...configs } };
  return { ...profile, prebuiltProps };
}
