import { createHash } from 'node:crypto';

/** An entry of a tree, as registries list it. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  readonly size?: number;
}

/** A state of all files, and the state before it. */
export interface FakeCommit {
  readonly sha: string;
  readonly parent: FakeCommit | undefined;
  readonly date: Date;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Blobs, trees and commits of one repository; ids are hashes of what they name, as in git. */
export class GitObjects {
  readonly blobs = new Map<string, Buffer>();
  readonly trees = new Map<string, readonly TreeEntry[]>();
  readonly commits = new Map<string, FakeCommit>();

  commit(parent: FakeCommit | undefined, files: ReadonlyMap<string, Buffer>, date: Date): string {
    const tree = this.treeOf(files, '');
    const sha = digest('commit', `${tree}\n${parent?.sha ?? ''}\n${date.toISOString()}`);
    this.commits.set(sha, { sha, parent, date, files });
    return sha;
  }

  /** The tree of a commit, or a tree by its own id. */
  tree(sha: string): { readonly sha: string; readonly entries: readonly TreeEntry[] } | undefined {
    const commit = this.commits.get(sha);
    const own = commit ? this.treeOf(commit.files, '') : sha;
    const entries = this.trees.get(own);
    return entries && { sha: own, entries };
  }

  /** A tree with everything below it, by path. */
  whole(sha: string): readonly TreeEntry[] {
    return (this.trees.get(sha) ?? []).flatMap((entry) => [
      entry,
      ...(entry.type === 'tree'
        ? this.whole(entry.sha).map((inner) => ({ ...inner, path: `${entry.path}/${inner.path}` }))
        : []),
    ]);
  }

  /** The latest commit, from one on backwards, that changed a file; any file when none is named. */
  lastChange(from: FakeCommit, path: string | undefined): FakeCommit | undefined {
    for (let at: FakeCommit | undefined = from; at; at = at.parent) {
      if (path === undefined) return at;
      const [now, before] = [at.files.get(path), at.parent?.files.get(path)];
      if (now ? !before?.equals(now) : before) return at;
    }
    return undefined;
  }

  private treeOf(files: ReadonlyMap<string, Buffer>, prefix: string): string {
    const folders = new Set<string>();
    const entries: TreeEntry[] = [];
    for (const [path, bytes] of files) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...rest] = path.slice(prefix.length).split('/');
      if (rest.length > 0) folders.add(name);
      else entries.push(this.blobEntry(name, bytes));
    }
    for (const name of folders) {
      const sha = this.treeOf(files, `${prefix}${name}/`);
      entries.push({ path: name, mode: '040000', type: 'tree', sha });
    }
    entries.sort((a, b) => (a.path < b.path ? -1 : 1));
    const sha = digest('tree', entries.map((entry) => `${entry.path} ${entry.sha}`).join('\n'));
    this.trees.set(sha, entries);
    return sha;
  }

  private blobEntry(path: string, bytes: Buffer): TreeEntry {
    const sha = digest('blob', bytes);
    this.blobs.set(sha, bytes);
    return { path, mode: '100644', type: 'blob', sha, size: bytes.length };
  }
}

function digest(kind: string, content: string | Buffer): string {
  const bytes = Buffer.from(content);
  return createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex');
}
