import { rootCertificates } from 'node:tls';
import { certificatesIn } from '../config/certificate-file.js';
import { ConfigError } from '../config/config.js';

/**
 * The authorities to trust: the usual ones and those of EXTRA_CA_FILE; undefined without such a file,
 * which leaves Node's own choice.
 * @throws ConfigError when the file is not any more what it was when the configuration was read.
 */
export function trustedAuthorities(path: string | undefined): string[] | undefined {
  if (path === undefined) return undefined;
  const extra = certificatesIn(path);
  if (extra) return [...rootCertificates, ...extra];
  throw new ConfigError(['EXTRA_CA_FILE must be a PEM file with certificates, but is one no more']);
}
