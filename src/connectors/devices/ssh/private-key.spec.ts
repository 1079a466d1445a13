import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSshKey } from '#test/support/open-ssh-key.js';
import { Secret } from '../../../kernel/secret.js';
import { privateKeyRefusal } from './private-key.js';

const { private: open, public: publicKey } = openSshKey();
const { private: closed } = openSshKey('open sesame');

function refusal(key: string, passphrase?: string): Promise<string | undefined> {
  return privateKeyRefusal(
    new Secret(key),
    passphrase === undefined ? undefined : new Secret(passphrase),
  );
}

/** The same key, claiming that its passphrase takes so many rounds to open. */
function withRounds(key: string, rounds: number): string {
  const [begin = '', ...lines] = key.trim().split('\n');
  const end = lines.pop() ?? '';
  const bytes = Buffer.from(lines.join(''), 'base64');
  const place = bytes.indexOf(Buffer.from([0, 0, 0, 4, 0, 0, 0, 1]));
  bytes.writeUInt32BE(rounds, place);
  return `${begin}\n${bytes.toString('base64')}\n${end}\n`;
}

describe('privateKeyRefusal', () => {
  it('takes keys in PEM and in the OpenSSH format, with their passphrase', async () => {
    const pem = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    }).privateKey;
    const found = [await refusal(open), await refusal(pem), await refusal(closed, 'open sesame')];
    expect(found).toEqual([undefined, undefined, undefined]);
  });

  it('says in words what is wrong', async () => {
    expect(await refusal(closed)).toBe('the private key needs a passphrase');
    expect(await refusal(closed, 'wrong')).toBe('the passphrase does not open the private key');
    expect(await refusal(publicKey)).toBe('the key is not a private one');
    expect(await refusal('no key')).toBe('the private key cannot be read');
    expect(await refusal('x'.repeat(100_000))).toBe('the private key is too long');
  });

  it('opens no key that would hold up the process', async () => {
    const rounds = await refusal(withRounds(closed, 4_000_000_000), 'open sesame');
    expect(rounds).toContain('rounds to open');
  });
});
