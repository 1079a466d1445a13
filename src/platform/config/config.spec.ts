import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { allVariables, ConfigError, loadConfig } from './config.js';
import { configurationDocument, envExample } from './config-documents.js';

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(loadConfig({}).server).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      responseEnvelope: 'named',
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(loadConfig({ PORT: '' }).server.port).toBe(3000);
  });

  it('names all faults at once, with variable, rule and value', () => {
    const faults = faultsOf({
      PORT: '99999',
      RESPONSE_ENVELOPE: 'boxed',
      ALLOW_BASIC: 'yes',
      PAGE_SIZE: '1e2',
    });
    expect(faults).toHaveLength(4);
    expect(faults[0]).toBe('PORT must be a whole number from 0 to 65535, but is "99999"');
  });

  it('does not show a secret that breaks its rule', () => {
    const faults = faultsOf({
      SECRETS_KEYS: 'too-short-but-secret',
      MONGODB_URI: 'postgres://user:word@host',
    });
    expect(faults.join()).toContain('<SECRET>');
    expect(faults.join()).not.toMatch(/too-short|word@/);
  });

  it('wants the keys together with a database of others', () => {
    expect(faultsOf({ MONGODB_URI: 'mongodb://host/db' }).join()).toContain('SECRETS_KEYS');
  });

  it.each([
    ['TRUST_PROXY', '10.0.0.0/8, proxy.example', 'proxy.example'],
    ['CORS_ORIGINS', 'https://a.example,b.example', 'b.example'],
    ['CORS_ORIGINS', 'https://a.example/', 'https://a.example/'],
  ])('names the entries of %s that nothing could match', (name, value, entry) => {
    expect(faultsOf({ [name]: value }).join()).toMatch(new RegExp(`^${name} .*: ${entry}, but is`));
  });

  it('takes lists of addresses, networks and origins', () => {
    const { server } = loadConfig({
      TRUST_PROXY: '10.0.0.0/8, ::1',
      CORS_ORIGINS: 'https://a.example,http://localhost:8080,*',
    });
    expect(server.trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(server.corsOrigins).toHaveLength(3);
  });

  it('finds what outbound calls could not use, together with all other faults', () => {
    const faults = faultsOf({
      PORT: 'x',
      OUTBOUND_ALLOW: 'ok.example,10.0.0.0/99',
      EXTRA_CA_FILE: '/nowhere/ca.pem',
    });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'OUTBOUND_ALLOW',
      'EXTRA_CA_FILE',
    ]);
    expect(faults[1]).toContain('not: 10.0.0.0/99');
  });

  it('wants a token of collectors that cannot be guessed', () => {
    expect(faultsOf({ METRICS_TOKEN: 'fifteen-letters' }).join()).toContain('16 to 1024');
  });

  it('holds the first password to the length that passwords must have', () => {
    const env = { PASSWORD_LENGTH_MIN: '14', ADMIN_PASSWORD: 'thirteen-long' };
    expect(faultsOf(env).join()).toMatch(/^ADMIN_PASSWORD .*PASSWORD_LENGTH_MIN/);
    expect(faultsOf({ ...env, PASSWORD_LENGTH_MIN: '13' })).toEqual([]);
  });

  it('shows no secret when it is printed', () => {
    const config = loadConfig({
      ADMIN_PASSWORD: 'correct horse',
      METRICS_TOKEN: 'battery-staple-battery',
    });
    expect(`${inspect(config, { depth: 9 })}${JSON.stringify(config)}`).not.toMatch(
      /correct horse|battery/,
    );
  });

  it('cannot be changed', () => {
    const { server } = loadConfig({});
    expect(() => Object.assign(server, { port: 1 })).toThrow(TypeError);
  });
});

describe('the documents of the configuration', () => {
  it('name every variable once', () => {
    for (const { env } of allVariables()) {
      expect(envExample().match(new RegExp(`^# ${env}=`, 'gm'))).toHaveLength(1);
      expect(configurationDocument().split(`| \`${env}\` |`)).toHaveLength(2);
    }
  });
});
