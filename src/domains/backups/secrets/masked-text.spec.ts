import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { TimeSlicer } from '#platform/concurrency/time-slicer.js';
import { DEVICE_TYPE_NAMES, deviceText } from '#connectors/devices/types/device-types.js';
import { turnsOfOthers } from '#test/support/turns-of-others.js';
import { maskedText } from './masked-text.js';
import { restoredText, secretKeysOf, secretMarker, visibleText } from './secret-marker.js';
import { type ChainSecret, SecretTable } from './secret-table.js';

const TYPES = [...DEVICE_TYPE_NAMES, 'something else'];
/** Stands where a line has a secret, with what its type demands of it. */
const CANARY = 'CanarySecret42';

async function masked(text: string, type: string, known: readonly ChainSecret[] = []) {
  const table = new SecretTable(known);
  const stored = await maskedText(text, deviceText(type).secrets, secretMarker(table));
  return { stored, table };
}

const IN_ANY_TYPE = [
  'username bob privilege 15 password 0 §',
  'username bob secret 9 §',
  'enable secret 5 §',
  'enable password §',
  ' password 7 §',
  'snmp-server community § RO 10',
  'snmp-server host 192.0.2.1 version 2c § udp-port 162',
  'snmp-server user u g v3 auth sha § priv aes 128 §',
  ' key-string 7 §',
  'radius-server key 7 §',
  'tacacs-server host 192.0.2.1 key §',
  ' key 7 "§"',
  'crypto isakmp key § address 192.0.2.1',
  ' pre-shared-key address 192.0.2.1 255.255.255.0 key §',
  ' neighbor 192.0.2.1 password 7 § soft',
  ' ip ospf authentication-key §',
  ' ip ospf message-digest-key 1 md5 7 §',
  ' ntp authentication-key 1 md5 § 7',
  ' isis password § level-2',
  ' area 0 virtual-link 192.0.2.1 message-digest-key 1 md5 §',
  'username admin secret sha512 $6$salt$§',
  'ip http client password 0 § source-interface x',
  ' ppp chap password 0 §',
  ' ppp pap sent-username x password 0 §',
  'description old password: § , do not use',
  'copy scp://bob:§@192.0.2.1/config running-config',
  'psk="§"',
  'set system root-authentication encrypted-password "$6$x$§"',
  'secret "$9$§"; ## SECRET-DATA',
  '    authentication-key "§"; ## SECRET-DATA',
  'pre-shared-key ascii-text "§";',
  '{"password": "§", "port": 22}',
  '<user><password>§</password><name>bob</name></user>',
  'ansible_password=§',
  'root:$6$salt$§:19000:0:99999:7:::',
  ' client 192.0.2.1 server-key 7 §',
  'wlan security wpa akm psk set-key ascii 0 §',
  'mpls ldp password option 1 for 10 7 §',
  ' set session-key inbound esp 256 cipher § authenticator §',
  ' set session-key outbound ah 256 §',
  'banner motd ^C\nThe password is §\n^C',
  'banner motd ^CPassword: §^C',
  'event manager environment _pw §',
  'key config-key password-encrypt §',
  ' area 0 authentication ipsec spi 500 md5 0 §',
  ' ipv6 ospf encryption ipsec spi 1 esp aes-cbc 128 7 § sha1 7 §',
  'snmp-server community-map § context x',
  ' key-string password §',
  '      key 0abc 7 §',
  'set snmp v3 snmp-community X community-name §',
  'set system login user x authentication plain-text-password-value §',
  '    foo §; /* SECRET-DATA */',
  'snmp {\n    community §;\n}',
  'snmp {\n    trap-group § {\n    }\n}',
  'set security authentication-key-chains key-chain K key 0 secret §',
  'exec /usr/bin/x -cvauth=key,§ -x',
  'PrivateKey = §=',
  'PresharedKey = §=',
  'export AWS_SECRET_ACCESS_KEY=§',
  '{"adminPassword":"§"}',
  '{"snmp":{"community":"§"}}',
  '{"community": [{"name": "§"}]}',
  ' ip rip authentication string §',
  ' key 7 "ab"§',
  'x "-----BEGIN RSA PRIVATE KEY-----\\n§\\n-----END RSA PRIVATE KEY-----"',
  'crypto pki import X pem -----BEGIN RSA PRIVATE KEY-----\n§\n-----END RSA PRIVATE KEY-----',
  '<a>\n<password>\n  §\n</password>\n</a>',
  '<a>\r\n<password>§\r\n§</password>\r\n</a>',
  '<a><auth-password><![CDATA[§<§]]></auth-password></a>',
  '<a>\n<auth-password><![CDATA[§\n§]]></auth-password></a>',
  '<a>\n<secret\n type="x">§</secret></a>',
  '<snmp><community><name>§</name></community></snmp>',
  '<snmp>\n <community>\n  <name>§</name>\n </community>\n</snmp>',
];

const OF_A_TYPE: readonly (readonly [string, string])[] = [
  ['cisco-ios', 'username bob password 0 two § words'],
  ['cisco-ios', '  key-string 0 two §'],
  ['cisco-ios', 'radius-server host 192.0.2.1 auth-port 1812 key two §'],
  ['cisco-ios', ' key 0 two §'],
  ['cisco-ios', ' standby 1 authentication §'],
  ['cisco-ios', ' ip nhrp authentication §'],
  ['cisco-xr', 'snmp-server community encrypted § RO'],
  ['cisco-xr', ' lsp-password hmac-md5 encrypted §'],
  ['cisco-xr', ' hello-password hmac-md5 clear §'],
  ['cisco-nx', 'username admin password 5 §  role network-admin'],
  ['cisco-nx', 'snmp-server user admin network-admin auth md5 § priv § localizedkey'],
  ['juniper-junos', 'set snmp community § authorization read-only'],
  ['juniper-junos', '    community § {'],
  ['arista-eos', 'vrrp 1 peer authentication text §'],
  ['linux-frr', 'password §'],
  ['linux-frr', 'bob:§:19000:0:99999:7:::'],
  ['linux-frr', ' area-password clear §'],
];

describe('masking', () => {
  it.each(IN_ANY_TYPE.flatMap((line) => TYPES.map((type) => [type, line] as const)))(
    'of %s hides the secret in %j',
    async (type, line) => {
      const text = line.replaceAll('§', CANARY);
      const { stored } = await masked(text, type);
      expect(stored).not.toContain(CANARY);
    },
  );

  it.each(OF_A_TYPE)('of %s hides the secret in %j', async (type, line) => {
    const { stored } = await masked(line.replaceAll('§', CANARY), type);
    expect(stored).not.toContain(CANARY);
  });

  it.each([
    'service password-encryption',
    'no password strength-check',
    'key chain OSPF\n key 1\n',
    'crypto key generate rsa',
    'ip community-list standard internal permit 65000:1',
    ' set community 65000:100 additive',
    ' neighbor 192.0.2.1 send-community both',
    'interface GigabitEthernet0/1\n description uplink',
    'no service password-recovery',
    'ntp server 192.0.2.1 key 1',
    'ntp trusted-key 1',
    'mpls ldp password required',
    'mpls ldp password fallback key-chain X',
    'ip ssh version 2',
    'ip ssh server algorithm authentication publickey password keyboard',
    'security passwords min-length 10',
    'interface Tunnel1\n tunnel key 100',
    ' ip authentication mode eigrp 1 md5',
    'mka pre-shared-key key-chain KC',
    'set system login password format sha512',
    'login {\n    password {\n        format sha512;\n    }\n}',
    'set system authentication-order [ radius password ]',
    'authentication-order [ password radius ];',
    'key-chain K {\n    key 0 {\n        start-time "2015-1-1.00:00:00 +0000";\n    }\n}',
    'set policy-options community X members 65000:1',
    'policy-options {\n    community X members 65000:1;\n}',
    'from {\n    community X;\n}',
    'management security\n   password encryption-key common',
    'ip as-path access-list secret permit .*',
    'aaa authentication login default group tacacs+ local',
    ' authentication pre-share',
    '<a>\n <key-chain>\n  <name>K</name>\n </key-chain>\n <password/>\n <name>x</name>\n</a>',
    '! set it by enable <secret> as usual\nhostname x\ninterface Ethernet1',
  ])('leaves %j alone', async (text) => {
    expect((await masked(text, 'cisco-ios')).stored).toBe(text);
  });

  it('hides a private key line by line', async () => {
    const key = `crypto x\n-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n${CANARY}b\n-----END RSA PRIVATE KEY-----\nend\n`;
    const { stored } = await masked(key, 'linux-frr');
    expect(stored).not.toContain(CANARY);
    expect(stored.endsWith('-----END RSA PRIVATE KEY-----\nend\n')).toBe(true);
  });

  it('gives an unchanged secret its number again, and another one the next', async () => {
    const first = await masked('enable secret a\nsnmp-server community b RO\n', 'cisco-ios');
    const second = await masked(
      'hostname x\nsnmp-server community b RO\nenable secret c\n',
      'cisco-ios',
      first.table.added,
    );
    expect(second.stored).toBe(
      'hostname x\nsnmp-server community <SECRET:2> RO\nenable secret <SECRET:3>\n',
    );
  });

  it('does not tell that two accounts have the same password', async () => {
    const { stored } = await masked(
      'username a password 0 x\nusername b password 0 x\n',
      'cisco-ios',
    );
    expect(stored).toBe('username a password 0 <SECRET:1>\nusername b password 0 <SECRET:2>\n');
  });

  it('shows two spellings of one password as the same', async () => {
    const first = await masked(' password 7 094F471A1A0A\n', 'cisco-ios');
    const second = await masked(' password 7 05080F1C2243\n', 'cisco-ios', first.table.added);
    expect(second.stored).not.toBe(first.stored);
    expect(visibleText(second.stored)).toBe(visibleText(first.stored));
  });

  it('restores any text byte for byte', async () => {
    const word = fc.constantFrom(
      'password',
      'secret 5',
      'key',
      'community',
      'snmp-server',
      '<SECRET:1>',
      '<SECRET:2.3>',
      '<SECRET:',
      '>',
      '"',
      "'",
      ';',
      '{',
      '## SECRET-DATA',
      '<community><name>',
      '<![CDATA[',
      ']]>',
      '<a>',
      '<key ',
      '$9$',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '<password>',
      '</password>',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\r',
      '\0',
    );
    const part = fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 8 }));
    const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...TYPES), async (given, type) => {
        const { stored, table } = await masked(given, type);
        const values = new Map(
          table.added.map(({ number, variant, value }) => [
            variant === 0 ? String(number) : `${String(number)}.${String(variant)}`,
            value,
          ]),
        );
        const restored = restoredText(stored, (key) => values.get(key) ?? 'lost');
        expect(await new TimeSlicer().finish(restored)).toBe(given);
        expect([...secretKeysOf(stored)].every((key) => values.has(key))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(TYPES)('of %s reads hostile lines of 100,000 characters', async (type) => {
    const lines = [
      ' ',
      'password ',
      'key ',
      '"',
      '<a',
      '<password',
      '\\',
      '$1$',
      'a:',
      'snmp-server host x ',
      'snmp-server user a auth md5 x priv ',
      '://a',
      '## SECRET-DATA "',
      '<password><![CDATA[',
      'session-key inbound esp 1 ',
      ' spi 1 ',
      '-----BEGIN PRIVATE KEY-----',
      'a_',
      'environment a',
    ];
    for (const line of lines) {
      const text = `username a ${line.repeat(Math.ceil(100_000 / line.length))}`;
      const { stored } = await masked(text, type);
      expect(stored.length).toBeGreaterThan(0);
    }
  });

  it('reads a text of one line while others have their turn, and each place of it once', async () => {
    const blanks = `password x${' '.repeat(1_000_000)}y `;
    const phrases = 'min-length: tunnel key 1; secret abc; '.repeat(10_000);
    const { value, turns } = await turnsOfOthers(() => masked(blanks + phrases, 'cisco-ios'));
    expect(turns).toBeGreaterThan(30);
    const shown = visibleText(value.stored).replace(/<SECRET:\d{1,5}>/g, '*');
    // Not by `toBe`: nobody could read how texts of this length differ.
    expect(shown === blanks.replace('x', '*') + phrases.replaceAll('abc', '*')).toBe(true);
  });

  it.each([
    ['words', ' password abc'],
    ['elements', '<password>abc</password>'],
  ])('lets others have their turn among many secrets of one line: %s', async (_, secret) => {
    const count = 100_000;
    const { value, turns } = await turnsOfOthers(() => masked(secret.repeat(count), 'else'));
    // At most a thousand are found, and a thousand replaced, in a turn.
    expect(turns).toBeGreaterThan((2 * count) / 1000);
    const shown = visibleText(value.stored).replace(/<SECRET:\d{1,6}>/g, '*');
    expect(shown === secret.replace('abc', '*').repeat(count)).toBe(true);
    expect([...restoredText(value.stored, () => 'abc')]).toHaveLength(count / 1000);
  });

  it('hides each of several associations of a line', async () => {
    const phrases = [
      ' spi 1 x spi 2 md5 §',
      ' session-key inbound esp 1 session-key inbound esp 2 authenticator §',
    ];
    for (const phrase of phrases) {
      const { stored } = await masked(phrase.repeat(3).replaceAll('§', CANARY), 'cisco-ios');
      expect([phrase, stored.includes(CANARY)]).toEqual([phrase, false]);
    }
  });
});
