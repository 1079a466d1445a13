import ssh2 from 'ssh2';

/**
 * A key pair in the format of OpenSSH. The library writes about one private key in 256 so that it cannot
 * read it again itself (its number begins with a zero byte); such a key is thrown away.
 * @param passphrase encrypts the private key.
 */
export function openSshKey(passphrase?: string): {
  readonly private: string;
  readonly public: string;
} {
  const pair =
    passphrase === undefined
      ? ssh2.utils.generateKeyPairSync('ed25519')
      : ssh2.utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 4 });
  const parsed = ssh2.utils.parseKey(pair.private, passphrase);
  return parsed instanceof Error ? openSshKey(passphrase) : pair;
}
