import { type JsonObject } from '../../kernel/json.js';

/** An entry of a manifest: one document of the package. */
export interface ManifestArtifact {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly location: string;
}

/** One document of a package, as it came. */
export interface ArtifactBundle {
  readonly type: string;
  readonly data: JsonObject;
}

/** What the platform reads from a package document, in the words of the interface. */
export interface Artifact {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly repository: JsonObject | undefined;
  readonly registryId: number | undefined;
  /** Present when the package declares them. */
  readonly platformDependencies: Readonly<Record<string, string>> | undefined;
  /** Release label that the manifest names. */
  readonly platformVersion: string | undefined;
  /** When the package was built; undefined when it does not say. */
  readonly createdAt: Date | undefined;
  readonly manifestArtifacts: readonly ManifestArtifact[];
  readonly bundles: readonly ArtifactBundle[];
  readonly readme: string;
}
