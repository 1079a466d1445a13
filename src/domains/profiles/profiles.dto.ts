import { Free, FreeObject, ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../api/fields/values.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ProfileDocument } from './document/profile-document.dto.js';
import { SETTING_EFFECTS, type SettingEffect } from './document/setting-effects.js';

const POINTERS = 'Pointers into the profile';

/** What the platform says of a profile. */
export class ProfileMetadata {
  @Flag()
  readonly isActive!: boolean;

  @Flag({ note: 'This node has applied the profile, and nothing in it waits for a restart' })
  readonly activeSync!: boolean;

  @Whole({ min: 1, note: 'Counts up with every change' })
  readonly revision!: number;

  @ListOf('text', { note: `Keys that the interface does not know, kept as they are. ${POINTERS}` })
  readonly unknownKeys!: readonly string[];

  @ListOf('text', { note: `Settings that count when this node starts again. ${POINTERS}` })
  readonly restartNeeded!: readonly string[];

  @Instant()
  readonly created!: string;

  @Instant()
  readonly updated!: string;
}

/** A profile, secrets as placeholders. */
export class ShownProfile {
  @Nested(() => ProfileMetadata)
  readonly metadata!: ProfileMetadata;

  @Nested(() => ProfileDocument)
  readonly profile!: ProfileDocument;
}

/** Answer of `GET /profiles`. */
export class ListProfilesAnswer {
  @ListOf(() => ShownProfile)
  readonly results!: readonly ShownProfile[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A place in a profile that its sender should look at. */
export class ProfileWarning {
  @Text({ note: 'Pointer into the profile' })
  readonly pointer!: string;

  @Text()
  readonly detail!: string;
}

/** What became of the settings that changed, when the active profile did. */
export class ProfileChanges {
  @ListOf('text', { note: `Count on every node within about a second. ${POINTERS}` })
  readonly applied!: readonly string[];

  @ListOf('text', { note: `Count when a node starts again. ${POINTERS}` })
  readonly restart!: readonly string[];

  @ListOf('text', { note: `Kept for clients; this platform does not use them. ${POINTERS}` })
  readonly kept!: readonly string[];

  @ListOf('text', { note: `An environment variable of this node beats them. ${POINTERS}` })
  readonly overridden!: readonly string[];
}

/** Answer to an activation. */
export class ActivatedProfileAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;

  @Nested(() => ProfileDocument, { note: 'Secrets as placeholders' })
  readonly data!: ProfileDocument;

  @Nested(() => ProfileMetadata)
  readonly metadata!: ProfileMetadata;

  @Nested(() => ProfileChanges)
  readonly changes!: ProfileChanges;
}

/** Answer to every change of a document. */
export class WrittenProfileAnswer extends ActivatedProfileAnswer {
  @ListOf(() => ProfileWarning)
  readonly warnings!: readonly ProfileWarning[];
}

/** A profile to add; groups that are left out are those of a new platform. */
export class CreateProfileRequest {
  @Nested(() => ProfileDocument)
  readonly properties!: ProfileDocument;
}

/** A whole profile that takes the place of the stored one. */
export class UpdateProfileRequest {
  @Nested(() => ProfileDocument, { note: 'With the id of the path' })
  readonly properties!: ProfileDocument;
}

/** How a profile is imported. */
export class ImportProfileOptions {
  @Flag({ optional: true, note: 'Replace the profile of this id' })
  readonly overwrite?: boolean;
}

/** A profile as another platform, or this one, has shown it. */
export class ImportProfileRequest {
  @Nested(() => ProfileDocument, { optional: true, note: 'The profile' })
  readonly properties?: ProfileDocument;

  @Nested(() => ProfileDocument, {
    optional: true,
    note: 'The profile, as exports call it; in the place of properties',
  })
  readonly profile?: ProfileDocument;

  @FreeObject({ optional: true, note: 'Beside profile in exports; ignored' })
  readonly metadata?: JsonObject;

  @Nested(() => ImportProfileOptions, { optional: true })
  readonly options?: ImportProfileOptions;
}

/** A setting with the value that counts. */
export class EffectiveProfileSetting {
  @Text({ note: 'Pointer into the profile' })
  readonly setting!: string;

  @Free({ note: 'Secrets as placeholders' })
  readonly value!: JsonValue;

  @OneOf(['environment', 'profile', 'default'])
  readonly source!: 'environment' | 'profile' | 'default';

  @Text({ optional: true, note: 'The environment variable that decides' })
  readonly variable?: string;

  @OneOf(SETTING_EFFECTS, { note: 'What becomes of a change of it' })
  readonly effect!: SettingEffect;
}

/** Answer of `GET /profiles/:id/effective`. */
export class EffectiveProfileAnswer {
  @Text()
  readonly id!: string;

  @Flag()
  readonly isActive!: boolean;

  @ListOf(() => EffectiveProfileSetting)
  readonly settings!: readonly EffectiveProfileSetting[];
}

/** Answer of operation 19. */
export class ProfileSchemaAnswer {
  @FreeObject({ note: 'JSON Schema 2020-12; validates every stored profile' })
  readonly schema!: JsonObject;
}
