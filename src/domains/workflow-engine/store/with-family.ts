import { type StoredJob } from './stored-job.js';

type FamilyFields = Pick<
  StoredJob,
  'rootId' | 'rootStarter' | 'takesPlace' | 'queuedDepth' | 'canceledFromAbove' | 'descendants'
>;
type Read = Pick<StoredJob, '_id' | 'ancestors' | 'startedBy'>;

const NONE = { takesPlace: false, queuedDepth: null, canceledFromAbove: null, descendants: 0 };

/**
 * A job as it is read. One that a node without families has stored, while it runs beside newer ones, names none;
 * `FamiliesRepository.nameFamilies` writes them down.
 */
export function withFamily<T extends Read>(
  job: Omit<T, keyof FamilyFields> & Partial<FamilyFields> & Read,
): T {
  const family: FamilyFields = {
    ...NONE,
    rootId: job.ancestors[0] ?? job._id,
    rootStarter: job.startedBy?.id ?? '',
  };
  return { ...family, ...job } as unknown as T; // T without its family, and its family
}
