import { DEMO_PASSWORD } from './people.js';
import { PlatformApi } from './platform-api.js';

interface Counted {
  readonly metadata: { readonly total: number };
}

/** What there is to do with jobs, as it is at this start: most of it may have been done before. */
export async function workLeft(url: string): Promise<string> {
  try {
    const api = await PlatformApi.signIn(url, 'admin', DEMO_PASSWORD);
    const totalOf = async (path: string): Promise<number> =>
      (await api.get<Counted>(`/operations-manager/${path}`)).metadata.total;
    const failed = await totalOf(
      'jobs?status=error&startsWith[description]=The%20integration&limit=1',
    );
    const waiting = await totalOf('tasks?limit=1');
    return `Jobs: ${failedWords(failed)}; ${waitingWords(waiting)}`;
  } catch {
    // Somebody has changed the password, which is theirs to do.
    return 'Jobs: what failed and what waits for somebody shows the console';
  }
}

function failedWords(count: number): string {
  if (count === 0) return 'all that had failed were mended';
  return `${count} failed because the integration tickets is stopped (start it, retry the job)`;
}

function waitingWords(count: number): string {
  if (count === 0) return 'none waits for you';
  return count === 1 ? 'one waits for you under Tasks' : `${count} wait for you under Tasks`;
}
