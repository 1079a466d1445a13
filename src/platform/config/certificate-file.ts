import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM file; undefined when it cannot be read or holds none, or a broken one. */
export function certificatesIn(path: string): readonly string[] | undefined {
  try {
    const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    found.forEach((pem) => new X509Certificate(pem));
    return found.length > 0 ? found : undefined;
  } catch {
    return undefined; // whatever the reason, the file must be another one
  }
}
