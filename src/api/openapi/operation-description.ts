import { type OperationSpec } from '../operations/operation-spec.js';

/** What the row of an operation says beside its summary, in sentences. */
export function operationDescription(spec: OperationSpec, bodyMaxBytes: number): string {
  const takesBody = spec.method !== 'GET' && spec.method !== 'DELETE';
  return [
    admits(spec),
    ...(spec.scraper ? ['`METRICS_TOKEN` as Bearer admits as well.'] : []),
    ...(takesBody ? [`Bodies have ${bytesInWords(bodyMaxBytes)} at most.`] : []),
    ...(spec.unknownQueryKeys === 'refused' ? ['Unknown query keys are refused.'] : []),
  ].join(' ');
}

function admits({ access, application }: OperationSpec): string {
  if (access === 'signed-in') return 'Admits everyone who is signed in.';
  if ('open' in access) return `Admits everyone: ${access.open}.`;
  const own = access.orOwn === undefined ? '' : ` Instead, ${access.orOwn} admits.`;
  return `Admits the roles ${access.roles.join(', ')}, of ${application} or of the whole platform.${own}`;
}

function bytesInWords(bytes: number): string {
  const KIB = 1024;
  return bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${bytes / KIB / KIB} MiB`;
}

const PATH_PARTS: Readonly<Record<string, string>> = {
  id: 'Its id; where the summary says so, its name as well',
  name: 'Its name, escaped as one segment of a path',
};

/** What a part of a path stands for, by its name: `jobId` is the id of the job. */
export function pathPartInWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  const [what, last] = [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
  const ofWhat =
    last === 'id' || last === 'name' ? `The ${last} of the ${what}` : `The ${words.join(' ')}`;
  return PATH_PARTS[name] ?? `${ofWhat}, escaped as one segment of a path`;
}
