import { createHash } from 'node:crypto';

/**
 * The id of one run of a task: a uuid that follows from job, task and number. Whoever makes the same
 * iteration again, after a crash or on another node, makes the same id, so nothing can be there twice.
 */
export function iterationId(jobId: string, taskId: string, number: number): string {
  const hash = hashOf(jobId, taskId, String(number));
  // Version 8 of RFC 9562: a uuid whose maker chooses how its bits come about.
  const variant = ((parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return parts.join('-');
}

/** The id of the child that an iteration starts at this index: a repeated start meets the same job. */
export function childJobId(iteration: string, index: number): string {
  return hashOf('child', iteration, String(index)).slice(0, 24);
}

/** Lengths go in as well: no two lists of parts read the same. */
function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part};`);
  return hash.digest('hex');
}
