import { BrokenPackageError } from '../broken-package-error.js';
import { PackageTooLargeError } from '../package-too-large-error.js';
import { PackageParts } from '../package-parts.js';
import { type PackageRegistry } from '../package-registry.js';
import { parseJsonObject } from '../package-text.js';
import { PackageUnavailable } from '../package-unavailable.js';
import { RefusedFile } from '../refused-file.js';
import { TooLargeFile } from '../too-large-file.js';
import { RegistryError } from '../registry-error.js';
import {
  type BrokenPackage,
  type ListedPackage,
  type RegistryPackage,
} from '../registry-package.js';
import { type ListingProgress } from '../registry-context.js';
import { HostedParts } from './hosted-parts.js';
import { expectListeners, concurrentMap } from '../../../platform/concurrency/concurrent-map.js';
import { type HostedProject, type HostedVersion, type ProjectHost } from './project-host.js';
import { type ReadDocument, RecentDocuments } from './recent-documents.js';
import { RegistryAnswerError } from './registry-answer-error.js';

/** How packages of a registry are read. */
export interface ProjectRegistryOptions {
  /** Largest package, in one file or in parts. */
  readonly limitBytes: number;
  readonly readsSignatures: boolean;
  /** Projects whose versions are asked for at a time. */
  readonly projectsAtOnce: number;
  readonly progress?: ((progress: ListingProgress) => void) | undefined;
}

/** A place that was listed. */
interface Place {
  readonly project: HostedProject;
  readonly version: HostedVersion;
}

type Listed = ListedPackage | BrokenPackage;

/** A signature takes 89 bytes. */
const SIGNATURE_LIMIT_BYTES = 4096;
/** So many faults in one run are no longer those of single projects. */
const FAULTS_MAX = 10;
const NAMED_MAX = 3;

/**
 * Packages of a registry of projects with branches and tags. What differs between registries is
 * their `ProjectHost`. Files are read by commit, so that fingerprint, parts and signature belong
 * together whatever happens to the branch meanwhile.
 */
export class ProjectRegistry implements PackageRegistry {
  readonly #places = new Map<string, Place>();
  readonly #recent = new RecentDocuments();
  readonly #faults: RegistryAnswerError[] = [];

  constructor(
    private readonly host: ProjectHost,
    private readonly options: ProjectRegistryOptions,
  ) {}

  async *list(signal: AbortSignal): AsyncIterable<Listed> {
    signal.throwIfAborted();
    expectListeners(signal);
    const projects = await this.#projects(signal);
    const unlisted: string[] = [];
    const refused: string[] = [];
    const { projectsAtOnce: ahead, progress } = this.options;
    let done = 0;
    const looks = concurrentMap(projects, { ahead, signal }, (project, inner) =>
      this.#look(project, inner),
    );
    for await (const look of looks) {
      done += 1;
      progress?.({ done, total: projects.length });
      if (look.kind === 'unlisted') unlisted.push(look.words);
      else yield* look.found;
      if (look.kind === 'refused') refused.push(look.words);
    }
    // A token that lost its rights: nothing is gone by that.
    if (done > 0 && refused.length === done) throw notComplete(refused);
    if (unlisted.length > 0) throw notComplete(unlisted);
  }

  async fetch(ref: string, signal: AbortSignal, mostBytes = Infinity): Promise<RegistryPackage> {
    signal.throwIfAborted();
    const place = this.#places.get(ref);
    if (!place) throw new BrokenPackageError(ref, 'is no place in the repository');
    try {
      const limitBytes = Math.min(mostBytes, this.options.limitBytes);
      return await this.#read(ref, place, { limitBytes, signal });
    } catch (error) {
      throw this.#failureOf(ref, error, mostBytes);
    }
  }

  #failureOf(ref: string, error: unknown, mostBytes: number): unknown {
    if (error instanceof TooLargeFile && mostBytes < this.options.limitBytes) {
      return new PackageTooLargeError(ref, { cause: error });
    }
    if (error instanceof RefusedFile) {
      return new BrokenPackageError(ref, error.message, { cause: error });
    }
    if (!(error instanceof RegistryAnswerError)) return error;
    if (error.isTransient) return this.#passing(ref, error);
    return error.status === 401
      ? error
      : new BrokenPackageError(ref, error.message, { cause: error, isWithheld: true });
  }

  /** All of them first: a listing that moves while it is read is read in as short a time as can be. */
  async #projects(signal: AbortSignal): Promise<readonly HostedProject[]> {
    const projects = new Map<number, HostedProject>();
    for await (const project of this.host.projects(signal)) {
      // A project that moved from one page to the next while they were read came twice.
      projects.set(project.id, project);
      this.options.progress?.({ done: 0, total: null });
    }
    return [...projects.values()];
  }

  async #look(project: HostedProject, signal: AbortSignal): Promise<Look> {
    try {
      const versions = await this.host.versions(project, signal);
      return { kind: 'listed', found: versions.map((version) => this.#note(project, version)) };
    } catch (error) {
      if (!(error instanceof RegistryAnswerError) || error.status === 401) throw error;
      if (!error.isTransient) {
        const { path: ref } = project;
        const { message: reason } = error;
        const words = `${ref}: ${reason}`;
        return { kind: 'refused', found: [{ kind: 'broken', ref, reason }], words };
      }
      const { message } = this.#passing(project.path, error);
      return { kind: 'unlisted', words: message };
    }
  }

  #note(project: HostedProject, version: HostedVersion): ListedPackage {
    const { line, commit } = version;
    // The default branch may be called as a release branch is: then it is both.
    const ref = line.kind === 'default-branch' ? project.path : `${project.path}@${line.name}`;
    this.#places.set(ref, { project, version });
    const signed = this.options.readsSignatures ? '.signed' : '';
    return { kind: 'listed', ref, fingerprint: `${project.id}.${commit}${signed}`, line };
  }

  async #read(
    ref: string,
    { project, version }: Place,
    { limitBytes, signal }: { readonly limitBytes: number; readonly signal: AbortSignal },
  ): Promise<RegistryPackage> {
    const { commit, line } = version;
    const parts = new HostedParts(this.host, { project, commit }, signal);
    // Whoever takes more does not join a reading that takes less.
    const key = `${project.id}.${commit}.${limitBytes}`;
    const { document, signature } = await this.#recent.get(key, () =>
      this.#commit(parts, limitBytes),
    );
    const date = version.date ?? (await this.host.commitDate(project, commit, signal));
    return {
      ref,
      line,
      document,
      ...(signature !== null && { signature }),
      projectId: project.id,
      changedAt: { kind: 'commit', date },
    };
  }

  async #commit(parts: HostedParts, limitBytes: number): Promise<ReadDocument> {
    const built = await this.#build(parts, limitBytes);
    const signature = this.options.readsSignatures ? await signatureOf(parts) : null;
    return { ...built, signature };
  }

  async #build(parts: HostedParts, limitBytes: number): Promise<Omit<ReadDocument, 'signature'>> {
    const text = await parts.text('artifact.json', limitBytes);
    if (text !== null) {
      return { document: parseJsonObject('artifact.json', text), characters: text.length };
    }
    const source = new PackageParts(parts, limitBytes);
    return { document: await source.build(), characters: source.readBytes };
  }

  /** @throws RegistryError when this is one fault too many. */
  #passing(ref: string, error: RegistryAnswerError): PackageUnavailable {
    this.#faults.push(error);
    if (this.#faults.length <= FAULTS_MAX) {
      return new PackageUnavailable(ref, error.message, { cause: error });
    }
    throw new RegistryError(`${error.message}, and so it did ${FAULTS_MAX} times before`, {
      cause: error,
    });
  }
}

type Look =
  | { readonly kind: 'listed'; readonly found: readonly Listed[] }
  | { readonly kind: 'refused'; readonly found: readonly Listed[]; readonly words: string }
  | { readonly kind: 'unlisted'; readonly words: string };

async function signatureOf(parts: HostedParts): Promise<string | null> {
  try {
    return (await parts.text('artifact.json.sig', SIGNATURE_LIMIT_BYTES))?.trim() ?? null;
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw new RefusedFile('has a signature that is too long or no text', { cause: error });
  }
}

function notComplete(unlisted: readonly string[]): RegistryError {
  const more = unlisted.length - NAMED_MAX;
  const named = unlisted.slice(0, NAMED_MAX).join('; ');
  return new RegistryError(
    `not all projects could be read: ${named}${more > 0 ? `; and ${more} more` : ''}`,
  );
}
