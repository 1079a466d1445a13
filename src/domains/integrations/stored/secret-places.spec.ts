import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import { maskSecrets, sealSecrets, withoutSecrets } from './integration-secrets.js';
import { isSecretPlace } from './secret-places.js';

describe('a secret place', () => {
  it.each([
    ['properties.authentication.any', true],
    ['properties.authentication.any.value', true],
    ['properties.authentication.any.anything.deeper', true],
    ['properties.authentication.any.username', false],
    ['properties.authentication.any.username.deeper', true],
    ['properties.authentication.apiKey.clientId', false],
    ['properties.authentication.token.tokenUrl', false],
    ['properties.authentication.username', true],
    ['properties.PASSWORD', true],
    ['properties.snmp.community', true],
    ['properties.snmp.communities.0', true],
    ['properties.snmp.communities.readOnly', true],
    ['properties.api_keys.0.name', true],
    ['properties.server.host', false],
    ['properties.id', false],
    ['loggerProps.sysLogToken', true],
    ['loggerProps.log_level', false],
    ['model', false],
    ['name', false],
  ])('%s: %s', (path, expected) => {
    expect(isSecretPlace(path.split('.'))).toBe(expected);
  });
});

describe('secrets of an integration', () => {
  const seal = (text: string) => `sealed(${text})`;
  const secret = fc.string({ minLength: 1 }).filter((text) => !/^[<$]/.test(text));
  const place = fc.constantFrom('password', 'apiToken', 'x_SECRET', 'community', 'passphrase');

  it('are neither stored nor shown as they are, and are kept by what is shown', () => {
    fc.assert(
      fc.property(secret, place, fc.nat(3), (text, key, depth) => {
        let properties: JsonObject = { [key]: text, other: 'open' };
        for (let at = 0; at < depth; at += 1) properties = { below: properties };
        const data = { properties };
        const stored = sealSecrets(data, {}, seal);
        expect(JSON.stringify(stored)).toContain(JSON.stringify(seal(text)).slice(1, -1));
        const shown = maskSecrets(stored);
        expect(JSON.stringify(shown)).toMatch(/<(PASSWORD|SECRET|ACCESS_TOKEN)>/);
        expect(JSON.stringify(shown)).not.toContain('sealed');
        expect(sealSecrets(shown, stored, seal)).toEqual(stored);
        expect(JSON.stringify(withoutSecrets(data))).toContain('"open"');
        expect(maskSecrets(withoutSecrets(data))).toEqual(withoutSecrets(data));
      }),
    );
  });
});
