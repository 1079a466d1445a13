import { Inject, Injectable } from '@nestjs/common';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { AppError, type Fault, invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { isOrderable } from '../../../cores/versions/version.js';
import { buildPackage, type PackageHead } from '../packing/build-package.js';
import {
  kindInWords,
  type PackageMember,
  type PackedDocument,
  type PackedKind,
  type PackingWarning,
} from '../packing/packed-document.js';
import { type Include, PackingWalk } from '../packing/packing-walk.js';
import { integrityOf } from '#domains/catalogue/trust/content-hash.js';
import { PublishedDocumentsService } from './published-documents.service.js';
import { withoutSecrets } from './without-secrets.js';

/** What a package is to be built of. */
export interface BuildRequest {
  readonly head: PackageHead;
  /** By id or by name. */
  readonly documents: readonly { readonly kind: PackedKind; readonly text: string }[];
  readonly include: Include;
}

/** A package that was built. */
export interface BuiltPackage {
  /** What `artifact.json` holds. */
  readonly document: JsonObject;
  readonly integrity: string;
  readonly warnings: readonly PackingWarning[];
}

/** More documents than that no package has. */
const DOCUMENTS_MAX = 2000;

/** Builds packages of documents that are here (docs/catalogue.md). */
@Injectable()
export class PackageBuilderService {
  constructor(
    private readonly documents: PublishedDocumentsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `invalid-input` with pointers; `document-too-large` */
  async build(request: BuildRequest, principal: Principal): Promise<BuiltPackage> {
    assertNamed(request.head);
    const chosen = await this.chosen(request, principal);
    const walk = await this.walk(chosen, request.include, principal);
    const cleaned = walk.members.map(clean);
    const members = cleaned.map(({ member }) => member);
    const document = buildPackage(request.head, members, this.clock.now());
    assertPackage(document);
    const warnings = [...walk.warnings, ...cleaned.flatMap((one) => one.warnings)];
    return { document, integrity: integrityOf(document), warnings };
  }

  /** Follows what documents refer to, to the end. @throws AppError `document-too-large` */
  async walk(
    chosen: readonly PackedDocument[],
    include: Include,
    principal: Principal,
  ): Promise<PackingWalk> {
    const walk = new PackingWalk(chosen, include);
    const { artifactLimitBytes } = this.config.catalogue;
    assertBounded(walk.members, artifactLimitBytes);
    while (walk.wanted.length > 0) {
      walk.take(await this.documents.findAll(walk.wanted, principal));
      assertBounded(walk.members, artifactLimitBytes);
    }
    return walk;
  }

  /** The documents of these ids or names; undefined where there is none that the caller may see. */
  async find(
    documents: BuildRequest['documents'],
    principal: Principal,
  ): Promise<readonly (PackedDocument | undefined)[]> {
    const requests = documents.map(({ kind, text }) => ({ kinds: [kind], texts: [text] }));
    return this.documents.findAll(requests, principal);
  }

  private async chosen(
    { documents }: BuildRequest,
    principal: Principal,
  ): Promise<readonly PackedDocument[]> {
    const found = await this.find(documents, principal);
    const faults = documents.flatMap(({ kind }, at) => {
      const detail = `names no ${kindInWords(kind)} that is here`;
      return found[at] ? [] : [{ pointer: `#/documents/${at}`, detail }];
    });
    if (faults.length > 0) throw invalidInput(faults);
    return found.flatMap((document) => document ?? []);
  }
}

function clean(member: PackageMember): {
  readonly member: PackageMember;
  readonly warnings: readonly PackingWarning[];
} {
  const { document, emptied } = withoutSecrets(member.document);
  const { kind, name } = member;
  const warnings = emptied.map((pointer) => {
    const message = `What stands at ${pointer} looks like a secret and was left empty`;
    return { kind, name, message };
  });
  return { member: { ...member, document }, warnings };
}

function assertNamed({ version }: PackageHead): void {
  if (isOrderable(version)) return;
  const detail = 'must be a version: 1.2.3, 1.2.3-2023.2.1 or 1.2.3-beta.1';
  throw invalidInput([{ pointer: '#/version', detail }]);
}

/** What is larger than any package that is read from a repository is of no use. */
function assertBounded(members: readonly PackageMember[], limitBytes: number): void {
  let bytes = 0;
  for (const { document } of members) bytes += Buffer.byteLength(JSON.stringify(document));
  if (members.length <= DOCUMENTS_MAX && bytes <= limitBytes) return;
  throw new AppError(
    'document-too-large',
    `The package would hold more than ${DOCUMENTS_MAX} documents or ${limitBytes} bytes (ARTIFACT_LIMIT_BYTES)`,
  );
}

/** A package that could not be installed is not built. */
function assertPackage(document: JsonObject): void {
  const reading = readArtifact(document);
  if (reading.kind === 'faulty') throw invalidInput(reading.faults.map(inRequest));
}

function inRequest({ pointer, detail }: Fault): Fault {
  return { pointer: pointer.replace('#/metadata/', '#/'), detail };
}
