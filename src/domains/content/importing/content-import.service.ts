import { Injectable } from '@nestjs/common';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type IncomingPart } from '../projects/project-parts.js';
import { type BegunProject, ProjectsService } from '../projects/projects.service.js';
import { DocumentBatchService } from './document-batch.service.js';
import { type BatchOptions, type ImportItem, type ImportOutcome } from './import-outcome.js';
import { isProject } from '../detection/document-shapes.js';
import {
  type Finding,
  type FoundProject,
  nameOf,
  findDocuments,
} from '../detection/find-documents.js';

/** Documents of one request, components of projects included. */
const ITEMS_MAX = 2000;
const NO_PROJECT = 'must be the components of a project, which has a name';

/** A finding of a batch, and what it turned into. */
interface Entry {
  readonly outcomes: readonly ImportOutcome[];
  readonly items: readonly ImportItem[];
  readonly project?: BegunProject;
  /** The components that the items stand for. */
  readonly parts: readonly IncomingPart[];
}

/** Imports whatever documents it finds in what it is given: the generic door, and that of projects. */
@Injectable()
export class ContentImportService {
  constructor(
    private readonly batch: DocumentBatchService,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * What became of each thing that was found, in order; a project comes before its components.
   * @throws AppError `invalid-input` for more than is taken at once.
   */
  async import(
    documents: readonly JsonValue[],
    options: BatchOptions,
    principal: Principal,
  ): Promise<readonly ImportOutcome[]> {
    const findings = findDocuments([...documents], ['documents'], ITEMS_MAX);
    assertBounded(findings, '#/documents');
    const entries: Entry[] = [];
    for (const finding of findings) entries.push(await this.entryOf(finding, options, principal));
    return this.importAll(entries, options, principal);
  }

  /**
   * Imports a project; its id and what became of its components.
   * @param pointer of the project in the request.
   * @throws AppError `invalid-input`, `document-too-large`, `conflict` when its name is taken.
   */
  async importProject(
    project: JsonObject,
    pointer: string,
    principal: Principal,
  ): Promise<{ readonly id: string; readonly outcomes: readonly ImportOutcome[] }> {
    if (!isProject(project)) {
      throw invalidInput([{ pointer: `${pointer}/components`, detail: NO_PROJECT }]);
    }
    const found: FoundProject = { what: 'project', project, pointer };
    assertBounded([found], pointer);
    const entry = await this.begun(found, principal);
    const [own, ...outcomes] = await this.importAll([entry], { overwrite: false }, principal);
    return { id: own?.id ?? '', outcomes };
  }

  private async importAll(
    entries: readonly Entry[],
    options: BatchOptions,
    principal: Principal,
  ): Promise<readonly ImportOutcome[]> {
    const items = entries.flatMap((entry) => entry.items);
    const outcomes = await this.batch.importAll(items, options, principal);
    const all: ImportOutcome[] = [];
    let next = 0;
    for (const entry of entries) {
      const own = outcomes.slice(next, next + entry.items.length);
      next += entry.items.length;
      if (entry.project) await this.projects.finish(entry.project, placesOf(entry, own), principal);
      all.push(...entry.outcomes, ...own);
    }
    return all;
  }

  private async entryOf(
    finding: Finding,
    options: BatchOptions,
    principal: Principal,
  ): Promise<Entry> {
    if (finding.what === 'document') return { outcomes: [], items: [finding], parts: [] };
    if (finding.what === 'other') {
      const { name, reason, pointer } = finding;
      const message = `Cannot be imported: it ${reason}`;
      return failed({ name, type: 'unknown', message, pointer });
    }
    try {
      return await this.begun(finding, principal, options);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const name = nameOf(finding.project);
      return failed({ name, type: 'project', message: error.detail, pointer: finding.pointer });
    }
  }

  private async begun(
    { project, pointer }: FoundProject,
    principal: Principal,
    { overwrite }: BatchOptions = { overwrite: false },
  ): Promise<Entry> {
    const known = overwrite ? await this.projects.beginAgain(project, principal) : undefined;
    const begun = known ?? (await this.projects.begin(project, pointer, principal));
    const placed = begun.parts.map((one, at) => ({ one, pointer: `${pointer}/components/${at}` }));
    const imported = placed.filter(({ one }) => one.document !== undefined);
    const kept = placed.filter(({ one }) => one.document === undefined);
    const own: ImportOutcome = {
      name: begun.name,
      type: 'project',
      success: true,
      message: `Successfully imported project '${begun.name}'`,
      id: begun.id,
      warnings: kept.length === 0 ? [] : [keptMessage(kept.length)],
      pointer,
    };
    return {
      outcomes: [own],
      items: imported.flatMap(({ one, pointer: place }) => itemOf(one, place)),
      project: begun,
      parts: imported.map(({ one }) => one),
    };
  }
}

function keptMessage(count: number): string {
  return `Components of kinds that nothing here uses, kept for the export: ${count}`;
}

function itemOf({ part, document }: IncomingPart, place: string): readonly ImportItem[] {
  if (part.kind === null || document === undefined) return [];
  return [{ type: part.kind, document, pointer: `${place}/document` }];
}

function placesOf(
  { parts }: Entry,
  outcomes: readonly ImportOutcome[],
): ReadonlyMap<IncomingPart, string | null> {
  return new Map(parts.map((part, at) => [part, outcomes[at]?.id ?? null]));
}

function failed(told: Pick<ImportOutcome, 'name' | 'type' | 'message' | 'pointer'>): Entry {
  const outcome = { ...told, success: false, id: null, warnings: [] };
  return { outcomes: [outcome], items: [], parts: [] };
}

/** @throws AppError `invalid-input` */
function assertBounded(findings: readonly Finding[], pointer: string): void {
  const counts = findings.map((one) =>
    one.what === 'project' && Array.isArray(one.project['components'])
      ? one.project['components'].length
      : 1,
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= ITEMS_MAX) return;
  throw invalidInput([{ pointer, detail: `holds more than ${ITEMS_MAX} documents` }]);
}
