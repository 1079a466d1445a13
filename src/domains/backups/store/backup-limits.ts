import { AppError, invalidInput } from '../../../kernel/app-error.js';

/** Both texts of one version together, as UTF-8: their compressed form must fit a document. */
export const BACKUP_BYTES_MAX = 12 * 1024 * 1024;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The texts of a configuration on their way in. */
export interface GivenTexts {
  readonly rawConfig: string;
  readonly xmlConfig?: string;
}

/**
 * Whether a configuration can be kept byte for byte. What is too long is not looked at any further.
 * @throws AppError `document-too-large`, `invalid-input`.
 */
export function assertKeepable({ rawConfig, xmlConfig = '' }: GivenTexts): void {
  // Every character is a byte at least, so that a huge text is not even measured.
  const isLong = rawConfig.length + xmlConfig.length > BACKUP_BYTES_MAX;
  if (isLong || Buffer.byteLength(rawConfig) + Buffer.byteLength(xmlConfig) > BACKUP_BYTES_MAX)
    throw new AppError(
      'document-too-large',
      `The configuration is larger than ${BACKUP_BYTES_MAX} bytes`,
    );
  const texts = { rawConfig, xmlConfig };
  const broken = Object.entries(texts).filter(([, text]) => LONE_SURROGATE.test(text));
  if (broken.length > 0)
    throw invalidInput(
      broken.map(([key]) => ({ pointer: `#/${key}`, detail: 'holds a lone surrogate' })),
    );
}
