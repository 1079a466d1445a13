import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that vouches for itself, and its key, both PEM. */
export interface SelfSignedCertificate {
  readonly certificate: string;
  readonly key: string;
}

// Tags of ASN.1 in DER (X.690) and object identifiers in their encoded form.
const [BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING] = [0x01, 0x02, 0x03, 0x04];
const [OID, UTF8, TIME, SEQUENCE, SET] = [0x06, 0x0c, 0x18, 0x30, 0x31];
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALT_NAME = '551d11';
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  if (size < 0x80) return Buffer.concat([Buffer.from([tag, size]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, size >> 8, size & 0xff]), content]);
}

const oid = (hex: string): Buffer => der(OID, Buffer.from(hex, 'hex'));
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));
const TRUE = der(BOOLEAN, Buffer.from([0xff]));

/**
 * Makes a certificate for a DNS name and for 127.0.0.1 that is its own authority (RFC 5280). Node can
 * read certificates but not make them, and a committed one would expire.
 * @param until when it expires, as ASN.1 writes it; long after these tests when absent.
 */
export function selfSignedCertificate(
  dnsName: string,
  until = '20991231235959Z',
): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, oid(ECDSA_WITH_SHA256));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid(COMMON_NAME), text(UTF8, dnsName))));
  const validity = der(SEQUENCE, text(TIME, '20200101000000Z'), text(TIME, until));
  const names = der(SEQUENCE, text(0x82, dnsName), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, oid(BASIC_CONSTRAINTS), TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE))),
    der(SEQUENCE, oid(SUBJECT_ALT_NAME), der(OCTET_STRING, names)),
  );
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature));
  const base64 = whole.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
