import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';

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
  /** The whole entry as stored, fields that only other platforms know included. */
  readonly document: JsonObject;
}

/** The configurations as the profile document keys them: scope to entry. */
export type RepositoryConfigDocuments = Readonly<Record<string, JsonObject>>;

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
    document,
  }));
}

/** The profile document with these configurations and everything else as it was. */
export function withRepositoryConfigs(
  profile: JsonObject,
  configs: RepositoryConfigDocuments,
): JsonObject {
  const prebuiltProps = { ...object(profile['prebuiltProps']), repoConfigs: { ...configs } };
  return { ...profile, prebuiltProps };
}
