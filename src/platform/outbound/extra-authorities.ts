import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { ConfigError } from '../config/config.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The authorities to trust: the usual ones and those of EXTRA_CA_FILE; undefined without such a file,
 * which leaves Node's own choice.
 * @throws ConfigError when the file cannot be read or holds no certificate.
 */
export function trustedAuthorities(path: string | undefined): string[] | undefined {
  if (path === undefined) return undefined;
  try {
    const extra = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    extra.forEach((pem) => new X509Certificate(pem));
    if (extra.length > 0) return [...rootCertificates, ...extra];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigError([
      `EXTRA_CA_FILE must be readable PEM certificates, but is not (${code})`,
    ]);
  }
  throw new ConfigError(['EXTRA_CA_FILE must be a PEM file with certificates, but holds none']);
}
