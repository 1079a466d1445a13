import { type Artifact } from '../../../connectors/registry/artifact.js';
import { AGENDA_JOB, readAgendaJob } from './agenda-job.js';
import { type BundleName, bundleName, type BundleToInstall } from '../stored/install-plan.js';

/** A bundle with the name and the collection that its document will have. */
export interface NamedBundle extends BundleToInstall {
  readonly named: BundleName;
  /** What is not taken of it, one sentence; absent where all of it is. */
  readonly note?: string;
}

type Bundles = Pick<Artifact, 'name' | 'bundles' | 'manifestArtifacts'>;

/** The bundles of a package under the names of their documents. */
export function namedBundles(artifact: Bundles): readonly NamedBundle[] {
  const { name, bundles, manifestArtifacts } = artifact;
  const named = bundles.map(({ type, data }, position): NamedBundle => {
    const bundle = { type, data, manifestName: manifestArtifacts[position]?.name ?? '' };
    return { ...bundle, named: bundleName(name, bundle, position) };
  });
  const automations = new Set(
    named.flatMap((one) => (one.type === AUTOMATION ? one.named.nameFolded : [])),
  );
  return named.map((one, position) =>
    one.type === AGENDA_JOB ? asAutomation(one, automations, { name, position }) : one,
  );
}

/** An agenda job stays what it is where it starts nothing, or an automation of its name comes along. */
function asAutomation(
  job: NamedBundle,
  automations: ReadonlySet<string>,
  { name, position }: { readonly name: string; readonly position: number },
): NamedBundle {
  const { data, named, manifestName } = job;
  const { automation, lacks } = readAgendaJob(data, named.name);
  const note = (why: string): string => `Of the ${AGENDA_JOB} '${named.name}': ${why}`;
  if (automations.has(named.nameFolded))
    return { ...job, note: note('it is left out, because an automation of its name comes along') };
  if (automation === undefined) return { ...job, note: note(lacks ?? '') };
  const bundle = { type: AUTOMATION, data: automation, manifestName };
  const taken = { ...bundle, named: bundleName(name, bundle, position) };
  return lacks === undefined ? taken : { ...taken, note: note(lacks) };
}

const AUTOMATION = 'automation';

/** The first bundle whose name another one before it has; undefined where all differ. */
export function repeatedName(bundles: readonly NamedBundle[]): NamedBundle | undefined {
  const seen = new Set<string>();
  return bundles.find(({ named: { collection, nameFolded } }) => {
    const key = `${collection}\0${nameFolded}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** What belongs to each collection. */
export function byCollection<T extends { readonly collection: string }>(
  things: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(thing.collection);
    if (group) group.push(thing);
    else groups.set(thing.collection, [thing]);
  }
  return groups;
}
