import { cutText } from '../../../kernel/cut-text.js';
import { Injectable } from '@nestjs/common';
import { staleRevision } from '../../../api/revision/stale-revision.js';
import { AppError, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { fromStored, type StoredDocument, toStored } from '../../../platform/database/storable.js';
import { type Dialect } from '../../../kernel/dialect-words.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { ContentDocumentsService, ownIdOf } from '../records/content-documents.service.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ContentLookupService } from '../records/content-lookup.service.js';
import { exportedContent } from '../records/exported-content.js';
import { definedMembers } from './defined-members.js';
import { exportedPart, type IncomingPart, incomingParts } from './project-parts.js';
import {
  type Project,
  type ProjectPart,
  type ProjectSummary,
  type StoredProject,
} from './project.js';
import { ProjectsRepository } from './projects.repository.js';
import { assertName } from '../records/content-name.js';

/** A project that holds its name, and whose documents are still to be imported. */
export interface BegunProject {
  readonly id: string;
  readonly name: string;
  readonly parts: readonly IncomingPart[];
  /** What belonged to it before. */
  readonly previous: readonly ProjectPart[];
}

/** A project with the names of its documents, by their ids. */
export interface NamedProject {
  readonly project: Project;
  readonly names: ReadonlyMap<string, string>;
}

/** What changes about a project; what is absent stays. */
export interface ProjectChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly thumbnail?: string | undefined;
  readonly folders?: readonly JsonObject[] | undefined;
}

/** Ids that can stand in the names of documents. */
const PREFIX_ID = /^[^:\s]{1,128}$/;
const NAME_LENGTH_MAX = 256;
/** A change is merged into what stands there; somebody else may be faster so often. */
const UPDATE_ATTEMPTS = 5;

/** Projects: which documents belong together. The documents lie in the collections of their kinds. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly documents: ContentDocumentsService,
    private readonly lookup: ContentLookupService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(query: StoredList): Promise<Page<ProjectSummary>> {
    return this.projects.list(query);
  }

  /** @throws AppError `not-found` */
  async get(idOrName: string): Promise<Project> {
    return toProject(await this.stored(idOrName));
  }

  private async stored(idOrName: string): Promise<StoredProject> {
    const found = await this.projects.find(idOrName);
    if (!found) throw notFound('Project', idOrName);
    return found;
  }

  /** A project with the names of its documents. @throws AppError `not-found` */
  async named(idOrName: string): Promise<NamedProject> {
    const project = await this.get(idOrName);
    const names = new Map<string, string>();
    for (const kind of new Set(project.parts.flatMap((part) => part.kind ?? []))) {
      const ids = project.parts.flatMap((part) =>
        part.kind === kind && part.documentId !== null ? [part.documentId] : [],
      );
      const found = await this.lookup.findAll(
        kind,
        ids.map((id) => ({ id, name: '' })),
      );
      for (const one of found) if (one) names.set(one.id, one.name);
    }
    return { project, names };
  }

  /**
   * Changes what is said of a project; what it holds stays.
   * @returns its id.
   * @throws AppError `not-found`, `invalid-input`, `conflict` when the name is taken or others change it all the
   *   time.
   */
  async update(idOrName: string, change: ProjectChange): Promise<string> {
    for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt += 1) {
      const found = await this.stored(idOrName);
      const { _id, name: present, head: before } = toProject(found);
      const head = { ...before, ...definedMembers(change) };
      const name = assertName(head['name'] ?? present, '#/name', NAME_LENGTH_MAX);
      const written = { ...headOf(name, head), head: toStored(head) };
      if (!(await this.projects.writeHead(found, written))) continue;
      noteChange({ object: { type: 'project', id: _id, name }, before, after: head });
      return _id;
    }
    throw staleRevision(undefined);
  }

  /**
   * Takes the name and writes down what belongs to the project, before any document is imported: whatever
   * happens then, the project tells of it.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict` when the name is taken.
   */
  async begin(project: JsonObject, pointer: string, principal: Principal): Promise<BegunProject> {
    const name = assertName(project['name'], `${pointer}/name`, NAME_LENGTH_MAX);
    const own = ownIdOf(project);
    const isKept = own !== undefined && PREFIX_ID.test(own) && !(await this.projects.isTaken(own));
    const id = isKept ? own : this.ids.next();
    const parts = incomingParts(project, id);
    const { components, ...head } = project;
    await this.projects.insert({
      _id: id,
      ...headOf(name, head),
      componentCount: Array.isArray(components) ? components.length : 0,
      head: toStored(head),
      body: bodyOf(parts.map(({ part }) => part)),
      created: this.clock.now(),
      createdBy: principal.username,
    });
    noteChange({ object: { type: 'project', id, name }, before: null, after: head });
    return { id, name, parts, previous: [] };
  }

  /**
   * Begins to make a project of this name what another platform has of it; undefined where there is none. What
   * it holds stays written down until the new documents are there.
   * @throws AppError `forbidden` where one of its documents may not be changed: then nothing is.
   */
  async beginAgain(project: JsonObject, principal: Principal): Promise<BegunProject | undefined> {
    const found = await this.projects.findNamed(textOf(project['name']));
    if (!found) return undefined;
    const { _id: id, name, head: before, parts: previous } = toProject(found);
    await this.assertMayChange(principal, previous);
    const said = Object.entries(project).filter(([key]) => key !== 'components' && key !== '_id');
    const own = before['_id'] !== undefined && { _id: before['_id'] };
    const head = { ...Object.fromEntries(said), ...own, name };
    const written = { ...headOf(name, head), head: toStored(head) };
    if (!(await this.projects.writeHead(found, written))) throw staleRevision(undefined);
    noteChange({ object: { type: 'project', id, name }, before, after: head });
    return { id, name, parts: incomingParts(project, id), previous };
  }

  /**
   * Writes down which documents came of the components; null for those that failed. Those that belonged to the
   * project before and are not in it any more are removed.
   */
  async finish(
    { id, parts, previous }: BegunProject,
    documentIds: ReadonlyMap<IncomingPart, string | null>,
    principal: Principal,
  ): Promise<void> {
    const placed = parts.map((one) => ({ ...one.part, documentId: documentIds.get(one) ?? null }));
    // One that failed is still what it was before.
    const isWhole = placed.every(({ kind, documentId }) => kind === null || documentId !== null);
    const present = new Set(placed.map(({ documentId }) => documentId));
    const gone = previous.filter(({ documentId }) => !present.has(documentId));
    const kept = isWhole ? [] : gone;
    await this.projects.writeBody(id, bodyOf([...placed, ...kept]), placed.length + kept.length);
    if (isWhole) await this.removeAll(gone, principal);
  }

  /**
   * The project as it came in, its documents as they are now; what is not here any more is left out.
   * @throws AppError `not-found`
   */
  async export(idOrName: string, dialect: Dialect | undefined): Promise<JsonObject> {
    const { _id, head, parts } = await this.get(idOrName);
    const components: JsonObject[] = [];
    for (const part of parts) {
      const document = await this.documentOf(part, dialect);
      if (document) components.push(exportedPart(part, document, _id));
      else if (part.kind === null) components.push({ ...part.component });
    }
    return { ...head, ...(head['_id'] !== undefined && { _id }), components };
  }

  /**
   * Removes a project with its documents. After a crash it can be called again.
   * @throws AppError `not-found`; `forbidden` where one of them may not be deleted: then all stay.
   */
  async remove(idOrName: string, principal: Principal): Promise<void> {
    const { _id, name, head, parts } = await this.get(idOrName);
    await this.assertMayChange(principal, parts);
    await this.removeAll(parts, principal);
    await this.projects.remove(_id);
    noteChange({ object: { type: 'project', id: _id, name }, before: head, after: null });
  }

  private async assertMayChange(
    principal: Principal,
    parts: readonly ProjectPart[],
  ): Promise<void> {
    for (const { kind, id } of heldBy(parts))
      await unlessGone(this.documents.assertMayChange(principal, kind, id));
  }

  private async removeAll(parts: readonly ProjectPart[], principal: Principal): Promise<void> {
    // They refer to each other.
    const removal = { expected: undefined, force: true };
    for (const { kind, id } of heldBy(parts))
      await unlessGone(this.documents.removeAs(principal, kind, id, removal));
  }

  private async documentOf(
    { kind, documentId, kept }: ProjectPart,
    dialect: Dialect | undefined,
  ): Promise<JsonObject | undefined> {
    if (kind === null || documentId === null) return kept;
    const record = await unlessGone(this.documents.get(kind, documentId));
    return record && exportedContent(kind, record, dialect);
  }
}

/** The documents among the components. */
function heldBy(
  parts: readonly ProjectPart[],
): readonly { readonly kind: ContentKindName; readonly id: string }[] {
  return parts.flatMap(({ kind, documentId: id }) =>
    kind === null || id === null ? [] : [{ kind, id }],
  );
}

function headOf(
  name: string,
  { description }: JsonObject,
): Pick<StoredProject, 'name' | 'nameFolded' | 'description'> {
  const words = typeof description === 'string' ? cutText(description, 1024) : '';
  return { name, nameFolded: foldText(name), description: words };
}

function toProject({ head, body, ...summary }: StoredProject): Project {
  const { parts } = fromStored(body) as unknown as { parts: readonly ProjectPart[] };
  return { ...summary, head: fromStored(head), parts };
}

/** @throws AppError as `toStored` does. */
function bodyOf(parts: readonly ProjectPart[]): StoredDocument {
  return toStored({ parts: parts as unknown as JsonValue });
}

/** What is to be read or removed may be gone already. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
