import ssh2 from 'ssh2';
import { hostKeyFingerprint } from '../../src/connectors/devices/ssh/key-exchange.js';
import { type DeviceScript } from './device-script.js';
import { FakeDevice } from './fake-device.js';
import { playDevice } from './fake-device-session.mjs';
import { playTerminal, type SshServer, startSshServer } from './fakes/ssh-server.js';
import { openSshKey } from './open-ssh-key.js';

/**
 * Starts a device behind an SSH server of this process, which costs little of the time that a real
 * sshd takes (sshd.ts, for what the connector has to prove).
 */
export async function startDevice(script: DeviceScript): Promise<FakeDevice> {
  const device = new ServedDevice(script);
  await device.run();
  return device;
}

class ServedDevice extends FakeDevice {
  readonly privateKey: string;
  port = 0;
  hostKey = '';
  readonly #publicKey: Buffer;
  #hostKeyText = '';
  #server: SshServer | undefined;

  constructor(script: DeviceScript) {
    super(script);
    const key = openSshKey();
    this.privateKey = key.private;
    this.#publicKey = publicPart(key.public);
    this.newHostKey();
  }

  newHostKey(): void {
    const key = openSshKey();
    this.#hostKeyText = key.private;
    this.hostKey = hostKeyFingerprint(publicPart(key.public));
  }

  async run(): Promise<void> {
    this.#server = await startSshServer({
      port: this.port,
      hostKey: this.#hostKeyText,
      authenticate: (attempt) => {
        const isKnown =
          attempt.username === this.username &&
          attempt.method === 'publickey' &&
          attempt.key.data.equals(this.#publicKey);
        if (isKnown) attempt.accept();
        else attempt.reject(['publickey']);
      },
      ...playTerminal((streams) => playDevice(this.directory, this.settings, streams)),
    });
    this.port = this.#server.port;
  }

  async halt(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }
}

function publicPart(text: string): Buffer {
  const key = ssh2.utils.parseKey(text);
  if (key instanceof Error) throw key;
  return key.getPublicSSH();
}
