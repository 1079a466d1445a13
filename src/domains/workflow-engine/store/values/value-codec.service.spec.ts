import { describe, expect, it } from 'vitest';
import { SECRET_KEY_BYTES, SecretBox } from '#platform/secrets/secret-box.js';
import { type ValueRefs } from '#cores/engine/value-ref.js';
import { ValueCodecService } from './value-codec.service.js';
import { JobSecrets } from './job-secrets.js';

const FORMER = Buffer.alloc(SECRET_KEY_BYTES, 1);
const NEWEST = Buffer.alloc(SECRET_KEY_BYTES, 2);
const VALUES: ValueRefs = { password: { kind: 'here', value: 'cisco', secret: true } };

const textsWith = (...keys: readonly Buffer[]): ValueCodecService =>
  new ValueCodecService(new SecretBox(keys));

describe('ValueCodecService', () => {
  it('writes a secret as it was read, so that it is sealed once', () => {
    const text = textsWith(NEWEST).encode(VALUES, JobSecrets.NONE);
    expect(text).not.toContain('cisco');
    const texts = textsWith(NEWEST);
    const values = texts.decode(text);
    expect(values).toEqual(VALUES);
    expect(texts.encode(values, JobSecrets.NONE)).toBe(text);
  });

  it('seals what holds a secret at any depth or under its own name, and nothing else', () => {
    const values: ValueRefs = {
      deep: { kind: 'here', value: { list: [{ passwd: 'cisco' }] } },
      token: { kind: 'here', value: 'cisco' },
      said: { kind: 'here', value: 'it was hunter22' },
      open: { kind: 'here', value: { tokenCount: 'cis' } },
    };
    const texts = textsWith(NEWEST);
    const text = texts.encode(values, new JobSecrets(['hunter22']));
    expect(text).not.toMatch(/cisco|hunter22/);
    expect(text).toContain('{"tokenCount":"cis"}');
    expect(texts.decode(text)).toEqual(values);
    expect(texts.encode(texts.decode(text), JobSecrets.NONE)).toBe(text);
  });

  it('seals anew what a former key has sealed', () => {
    const texts = textsWith(NEWEST, FORMER);
    const written = texts.encode(
      texts.decode(textsWith(FORMER).encode(VALUES, JobSecrets.NONE)),
      JobSecrets.NONE,
    );
    expect(textsWith(NEWEST).decode(written)).toEqual(VALUES);
  });
});
