import { Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { decodeState } from '#cores/engine/codec.js';
import { mapStateValues } from '#cores/engine/map-values.js';
import { JobSecrets, secretsOf } from './job-secrets.js';
import { type StoredJob } from '../stored-job.js';

const KEPT_MAX = 300;

/** How the list of what a job knows to be secret is written into it: as one sealed text. */
@Injectable()
export class JobSecretListsService {
  /** By the sealed text, which stays the same as long as the list does. */
  readonly #kept = new Map<string, JobSecrets>();
  readonly #sealed = new WeakMap<JobSecrets, string>();

  constructor(private readonly box: SecretBox) {}

  /** Of a job that is to be shown: where it keeps no list yet, what stands in its state. */
  of({ secrets, state }: Pick<StoredJob, 'secrets' | 'state'>): JobSecrets {
    if (typeof secrets === 'string') return this.open(secrets);
    const found = new Set<string>();
    mapStateValues(decodeState(state), (held, name = '') => {
      for (const text of secretsOf(held, name)) found.add(text);
      return held;
    });
    return JobSecrets.NONE.with(found);
  }

  /** Of what a job keeps; one that cannot be read, or was never written, knows nothing. */
  open(sealed: string | null | undefined): JobSecrets {
    if (!sealed) return JobSecrets.NONE;
    const known = this.#kept.get(sealed);
    if (known) return known;
    const outcome = this.box.tryUnseal(sealed);
    if (outcome.kind !== 'unsealed') return JobSecrets.NONE;
    const secrets = new JobSecrets(JSON.parse(outcome.text) as string[]);
    // The seal of a former key is not written again.
    if (outcome.byNewestKey) this.#keep(sealed, secrets);
    return secrets;
  }

  /** What a job keeps: empty text for nothing. */
  seal(secrets: JobSecrets): string {
    if (secrets.texts.length === 0) return '';
    const known = this.#sealed.get(secrets);
    if (known !== undefined) return known;
    const sealed = this.box.seal(JSON.stringify(secrets.texts));
    this.#keep(sealed, secrets);
    return sealed;
  }

  #keep(sealed: string, secrets: JobSecrets): void {
    this.#sealed.set(secrets, sealed);
    this.#kept.set(sealed, secrets);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }
}
