import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The certificates of a PEM text, in its order; undefined when it is no such text. */
export function certificatesOf(pem: string): readonly X509Certificate[] | undefined {
  const blocks = pem.match(CERTIFICATE) ?? [];
  const rest = pem.replace(CERTIFICATE, '').trim();
  if (blocks.length === 0 || rest.includes('-----')) return undefined;
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined; // a block that is no certificate
  }
}

/** The private key of a PEM text; undefined when it is none, or one that needs a passphrase. */
export function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}
