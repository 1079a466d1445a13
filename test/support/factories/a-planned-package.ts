import { contentHash } from '../../../src/domains/catalogue/trust/content-hash.js';
import { type DocumentPlace } from '../../../src/domains/artifacts/stored/bundle-documents.repository.js';
import { type PlannedPackage } from '../../../src/domains/artifacts/packages/package-installer.service.js';
import { type StagedDocument } from '../../../src/domains/artifacts/stored/staged-part.schema.js';
import { type JsonObject } from '../../../src/kernel/json.js';
import { anArtifact } from './an-artifact.js';

/** What a test says of one version of a package. */
export interface PlannedTraits {
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  /** The revision of the version that it replaces. */
  readonly replaces?: number;
  /** Workflows by `_id`; those of `present` take the place of an earlier version. */
  readonly workflows: Readonly<Record<string, JsonObject>>;
  readonly present?: readonly string[];
  readonly removed?: readonly string[];
  readonly platformDependencies?: Readonly<Record<string, string>>;
  /** What the package brings where the stored workflow is a merge. */
  readonly originals?: Readonly<Record<string, JsonObject>>;
}

/** A version of a package as an installation would leave it; its documents are workflows. */
export function aPlannedPackage(traits: PlannedTraits): PlannedPackage {
  const { packageId, name, version, workflows, present = [], removed = [] } = traits;
  const { originals = {}, platformDependencies = {} } = traits;
  const staged = Object.entries(workflows).map(([id, document], position) =>
    aStagedWorkflow(id, position, { document, original: originals[id] }),
  );
  const place = { hostname: 'git.acme.example', path: 'automations/packages' };
  const repository = { type: 'gitlab', url: 'https://git.acme.example/ports', ...place };
  const metadata = { platformDependencies, repository };
  const head = anArtifact({ name, version, metadata, bundles: [] });
  return {
    packageId,
    nameFolded: name,
    replaces: traits.replaces ?? null,
    content: {
      name,
      nameFolded: name,
      version,
      head,
      keywords: [],
      components: [],
      descriptionFolded: '',
      keywordLines: '',
      installed: new Date(0),
      installedBy: 'ada',
      dependencies: Object.keys(platformDependencies),
      bundles: staged.map(({ type, collection, documentId }) => ({ type, collection, documentId })),
    },
    newDocuments: staged.filter(({ documentId }) => !present.includes(documentId)),
    changedDocuments: staged.filter(({ documentId }) => present.includes(documentId)),
    removedDocuments: removed.map((id) => workflowPlace(id)),
  };
}

/** Where a workflow lies. */
export function workflowPlace(documentId: string): DocumentPlace {
  return { collection: 'workflows', documentId };
}

function aStagedWorkflow(
  id: string,
  position: number,
  {
    document,
    original,
  }: { readonly document: JsonObject; readonly original?: JsonObject | undefined },
): StagedDocument {
  const name = `Workflow ${id}`;
  return {
    ...workflowPlace(id),
    name,
    nameFolded: name.toLowerCase(),
    type: 'workflow',
    position,
    document: { name, ...document },
    hash: contentHash({ name, ...document }),
    ...(original && { original: { name, ...original } }),
  };
}
