import { ProfilesRepository } from '../../src/domains/profiles/profiles.repository.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { type Answer, type CallOptions, type TestApp } from './start-app.js';

/** A profile document as tests write it. */
export type Profile = JsonObject & { readonly id: string };

/** A profile as `/profiles` shows it. */
export interface ShownProfile {
  readonly metadata: {
    readonly isActive: boolean;
    readonly activeSync: boolean;
    readonly revision: number;
    readonly unknownKeys: readonly string[];
    readonly restartNeeded: readonly string[];
  };
  readonly profile: Profile;
}

/** The answer to a change of a profile. */
export interface WrittenProfile {
  readonly message: string;
  readonly data: Profile;
  readonly metadata: ShownProfile['metadata'];
  readonly warnings: readonly { readonly pointer: string; readonly detail: string }[];
  readonly changes: Readonly<Record<string, readonly string[]>>;
}

interface ProfileList {
  readonly results: readonly ShownProfile[];
  readonly total: number;
}

let names = 0;
/** A name that no other profile of the run has. */
export function aProfileName(): string {
  names += 1;
  return `profile ${String(names)}`;
}

/** The operations of `/profiles`, called as an admin. */
export class ProfileCalls {
  constructor(private readonly platform: TestApp) {}

  call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.platform.as<T>('admin', method, path, options);
  }

  create(properties: JsonObject): Promise<Answer<WrittenProfile>> {
    return this.call('POST', '/profiles', { body: { properties } });
  }

  replace(properties: Profile, headers = {}): Promise<Answer<WrittenProfile>> {
    return this.call('PUT', pathOf(properties.id), { body: { properties }, headers });
  }

  import(body: object): Promise<Answer<WrittenProfile>> {
    return this.call('POST', '/profiles/import', { body });
  }

  activate(id: string, headers = {}): Promise<Answer<WrittenProfile>> {
    return this.call('PUT', pathOf(id, '/active'), { headers });
  }

  async get(id: string): Promise<ShownProfile> {
    return (await this.call<ShownProfile>('GET', pathOf(id))).json;
  }

  async list(query = ''): Promise<ProfileList> {
    return (await this.call<ProfileList>('GET', `/profiles?${query}`)).json;
  }

  /** The document as it is stored, seals taken off. */
  async opened(id: string): Promise<unknown> {
    const box = this.platform.app.get(SecretBox, { strict: false });
    const stored = await this.platform.app.get(ProfilesRepository, { strict: false }).find(id);
    return withTexts(stored?.document, (_, text) =>
      text.startsWith('$ENC1.') ? box.unseal(text) : text,
    );
  }
}

/** Path of a profile, and of what lies below it. */
export function pathOf(id: string, rest = ''): string {
  return `/profiles/${encodeURIComponent(id)}${rest}`;
}

const MASKS: Readonly<Record<string, string>> = {
  secret: '<SECRET>',
  token: '<ACCESS_TOKEN>',
  password: '<PASSWORD>',
  passphrase: '<SECRET>',
  community: '<SECRET>',
};

/** A document as it is shown: set secrets as their placeholders. */
export function masked<T extends JsonObject>(document: T): T {
  return withTexts(document, (key, text) =>
    text === '' || text.startsWith('$ENC') ? text : (MASKS[key] ?? text),
  ) as T;
}

function withTexts(document: unknown, change: (key: string, text: string) => string): unknown {
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      typeof value === 'string' ? change(key, value) : value,
    ),
  );
}
