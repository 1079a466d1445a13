import { type JsonObject } from '../../../kernel/json.js';
import {
  type HostedFile,
  type HostedProject,
  type HostedVersion,
  type ProjectHost,
} from '../http/project-host.js';
import { RegistryAnswerError } from '../http/registry-answer-error.js';
import { type RegistryHttp } from '../http/registry-http.js';
import { isReleaseBranch, isVersionTag, RELEASE_BRANCH_PREFIX } from '../http/version-lines.js';
import { type PackageLine } from '../registry-package.js';
import { type KeptProject, keptProject, type KeptRef, keptRef } from './gitlab-shapes.js';

const PER_PAGE = 'per_page=100';
const PROJECTS = `archived=false&order_by=name&${PER_PAGE}`;

/** The calls of GitLab's API, version 4. */
export class GitlabHost implements ProjectHost {
  /** @param path of a group with its subgroups, of a user, or of one project. */
  constructor(
    private readonly http: RegistryHttp,
    private readonly path: string,
  ) {}

  async *projects(signal: AbortSignal): AsyncIterable<HostedProject> {
    const owner = encodeURIComponent(this.path);
    const listings = [`/groups/${owner}/projects?include_subgroups=true&${PROJECTS}`];
    // Users have no slash in their names, projects have at least one.
    if (!this.path.includes('/')) listings.push(`/users/${owner}/projects?${PROJECTS}`);
    for (const target of listings) {
      try {
        yield* this.http.list({ target, read: keptProject }, signal);
        return;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    yield* await this.#single(signal);
  }

  async versions(project: HostedProject, signal: AbortSignal): Promise<readonly HostedVersion[]> {
    const [releases, standing, tags] = await Promise.all([
      this.#releases(project, signal),
      this.#default(project, signal),
      this.#tags(project, signal),
    ]);
    return [...releases, ...standing, ...tags];
  }

  file(
    { project, commit, location, limitBytes }: HostedFile,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const file = encodeURIComponent(location);
    const target = `${repository(project)}/files/${file}/raw?ref=${commit}`;
    return this.http.bytes({ target, limitBytes }, signal);
  }

  async bundleFiles(
    project: HostedProject,
    commit: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const query = `path=bundles&recursive=true&ref=${commit}&${PER_PAGE}`;
    const target = `${repository(project)}/tree?${query}`;
    const read = ({ type, path }: JsonObject): string | null =>
      type === 'blob' && typeof path === 'string' && path.endsWith('.json') ? path : null;
    try {
      return (await all(this.http.list({ target, read }, signal))).sort();
    } catch (error) {
      // A package without bundles has no such folder.
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Never asked for: every branch and tag comes with the date of its commit. */
  commitDate(): Promise<Date> {
    return Promise.reject(new Error('branches and tags have dates'));
  }

  /** One project, or the refusal that says that there is nothing by that name. */
  async #single(signal: AbortSignal): Promise<readonly KeptProject[]> {
    const target = `/projects/${encodeURIComponent(this.path)}`;
    const found = await this.http.existing(target, keptProject, signal);
    return found ? [found] : [];
  }

  async #releases(project: HostedProject, signal: AbortSignal): Promise<readonly HostedVersion[]> {
    const search = encodeURIComponent(`^${RELEASE_BRANCH_PREFIX}`);
    const target = `${repository(project)}/branches?search=${search}&${PER_PAGE}`;
    const read = named(isReleaseBranch);
    return (await all(this.http.list({ target, read }, signal)))
      .sort(byName)
      .map((ref) => toVersion('release-branch', ref));
  }

  async #default(project: HostedProject, signal: AbortSignal): Promise<readonly HostedVersion[]> {
    if (project.defaultBranch === null) return [];
    const branch = encodeURIComponent(project.defaultBranch);
    const target = `${repository(project)}/branches/${branch}`;
    const found = await this.http.object(target, keptRef, signal);
    return found ? [toVersion('default-branch', found)] : [];
  }

  async #tags(project: HostedProject, signal: AbortSignal): Promise<readonly HostedVersion[]> {
    const target = `${repository(project)}/tags?${PER_PAGE}`;
    const read = named(isVersionTag);
    return (await all(this.http.list({ target, read }, signal)))
      .sort(byName)
      .map((ref) => toVersion('tag', ref));
  }
}

function repository({ id }: HostedProject): string {
  return `/projects/${id}/repository`;
}

function named(fits: (name: string) => boolean): (ref: JsonObject) => KeptRef | null {
  return (ref) => {
    const kept = keptRef(ref);
    return kept && fits(kept.name) ? kept : null;
  };
}

function toVersion(kind: PackageLine['kind'], { name, commit, date }: KeptRef): HostedVersion {
  return { line: { kind, name }, commit, date: new Date(date) };
}

function byName(a: KeptRef, b: KeptRef): number {
  return a.name < b.name ? -1 : 1;
}

function isMissing(error: unknown): boolean {
  return error instanceof RegistryAnswerError && error.status === 404;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
