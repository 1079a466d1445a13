import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { linesFrom, predict } from './predict.js';
import { predictionRules } from './prediction-rules.js';

const IOS = predictionRules('cisco-ios') ?? never();
const FRR = predictionRules('linux-frr') ?? never();
const NX_OS = predictionRules('cisco-nx') ?? never();

function never(): never {
  throw new Error('there are rules for this type');
}

const BEFORE = `hostname core-1
!
vlan 10
 name users
!
interface GigabitEthernet0/1
 description to access
 ip address 10.0.0.1 255.255.255.0
 shutdown
!
interface GigabitEthernet0/2
 description spare
!
ip access-list extended IN
 10 permit tcp any any eq 22
 30 deny ip any any
!
ip route 0.0.0.0 0.0.0.0 10.0.0.254
banner motd ^C
 interface GigabitEthernet0/1
^C
line vty 0 4
 login
!
end
`;

function predicted(before: string, lines: readonly string[], rules = IOS, isIndented = false) {
  const outcome = predict(before, lines, rules, isIndented);
  if (outcome.kind !== 'predicted') throw new Error(outcome.refused[0]?.detail);
  return outcome;
}

describe('what lines make of a configuration', () => {
  it('puts the value of a command that is there once in its place', () => {
    const { text, unpredicted } = predicted(BEFORE, ['hostname core-3', 'hostname core-2']);
    expect(text).toBe(BEFORE.replace('core-1', 'core-2'));
    expect(unpredicted).toEqual([]);
  });

  it('changes a section by indentation', () => {
    const lines = ['interface GigabitEthernet0/1', ' description to core', ' no shutdown'];
    const { text, wire } = predicted(BEFORE, lines);
    expect(text).toBe(BEFORE.replace('to access', 'to core').replace(' shutdown\n', ''));
    expect(wire.map((one) => one.text.trim())).toEqual([
      'interface GigabitEthernet0/1',
      'description to core',
      'no shutdown',
      'exit',
    ]);
  });

  it('changes sections by their headers where nothing is indented', () => {
    const lines = ['interface Gi0/2', 'no description', 'hostname core-3'];
    const { text, wire } = predicted(BEFORE, lines);
    expect(text).toBe(BEFORE.replace(' description spare\n', '').replace('core-1', 'core-3'));
    expect(wire.map((one) => one.text.trim())).toEqual([
      'interface Gi0/2',
      'no description',
      'exit',
      'hostname core-3',
    ]);
  });

  it('leaves every section before the next line that stands outside of it', () => {
    const lines = ['interface GigabitEthernet0/1', ' description x', 'shutdown'];
    expect(predicted(BEFORE, lines).wire.map((one) => one.text.trim())).toEqual([
      'interface GigabitEthernet0/1',
      'description x',
      'exit',
      'shutdown',
    ]);
  });

  it('removes a section with its end, and no line of a text of several lines', () => {
    const { text } = predicted(BEFORE, ['no interface GigabitEthernet0/1']);
    const [gone = ''] = /interface GigabitEthernet0\/1[^!]*!\n/.exec(BEFORE) ?? [];
    expect(text).toBe(BEFORE.replace(gone, ''));
    expect(text).toContain('banner motd ^C\n interface GigabitEthernet0/1\n^C');
    expect(predicted(BEFORE, ['no interface Gi0/1']).text).toBe(text);
  });

  it('adds a section behind those of its kind', () => {
    const { text } = predicted(BEFORE, [
      'interface Loopback5',
      ' ip address 192.0.2.1 255.255.255.255',
    ]);
    expect(text).toContain(
      ' description spare\n!\ninterface Loopback5\n ip address 192.0.2.1 255.255.255.255\n!\nip access-list',
    );
  });

  it.each([
    ['a section that it does not know', ['ip vrf RED', ' rd 65000:1']],
    ['an interface named in a section', ['router ospf 1', ' interface Gi0/9']],
    ['a section in a section', ['router bgp 1', ' address-family ipv4', '  network 192.0.2.0']],
  ])('adds %s as it is written', (_, lines) => {
    expect(predicted('hostname x\n', lines)).toMatchObject({
      text: `hostname x\n${lines.join('\n')}\n!\n`,
      unpredicted: [],
    });
  });

  it('indents a line as its section does', () => {
    const before = 'interface Vlan1\n\n    mtu 1500\n';
    const { text } = predicted(before, ['interface Vlan1', ' description x']);
    expect(text).toBe(`${before}    description x\n`);
  });

  it('leaves a switch that is off as it is', () => {
    const outcome = predicted(BEFORE, ['interface GigabitEthernet0/2', ' no cdp enable']);
    expect(outcome).toMatchObject({ text: BEFORE, unpredicted: [] });
  });

  it('takes away all lines of a command that is named alone', () => {
    const addresses =
      ' ip address 192.0.2.1 255.255.255.0\n ip address 198.51.100.1 255.255.255.0 secondary\n';
    const before = `interface Vlan1\n mtu 1500\n${addresses}`;
    const { text } = predicted(before, ['interface Vlan1', ' no ip address']);
    expect(text).toBe(before.replace(addresses, ''));
  });

  it('sets a line that the device stores in another form as it is given', () => {
    expect(predicted(BEFORE, ['enable secret verysecret']).text).toContain(
      '\nenable secret verysecret\n',
    );
  });

  it('keeps the numbers of a list in order', () => {
    const one = predicted(BEFORE, ['ip access-list extended IN', ' 20 permit udp any any']);
    expect(one.text.trim()).toContain('eq 22\n 20 permit udp any any\n 30 deny');
    expect(one.unpredicted).toEqual([]);
  });

  it.each([
    [['no router bgp 65000'], 0, 'nothing in the configuration is what it takes away'],
    [['default interface GigabitEthernet0/1'], 0, 'what the default is'],
    [['interface Gi0/1', ' no ip address 192.0.2.9 255.255.255.0'], 1, 'is what it takes away'],
    [['no vlan 11'], 0, 'is what it takes away'],
    [['no ip route 0.0.0.0'], 0, 'may take away more than one line'],
    [['enable secret verysecret'], 0, 'stores it in another form'],
    [['interface Gi0/9', ' description new'], 0, 'how the device spells this interface'],
    [['interface Gi0/9', ' description new'], 1, 'how the device spells this interface'],
    [['inter GigabitEthernet0/1', ' description new'], 0, 'are not spelled out'],
    [['inter GigabitEthernet0/1', ' ipv4', '  address'], 2, 'are not spelled out'],
    [['crypto one', 'crypto two'], 1, 'whether it belongs to the line before it'],
    [['no inter GigabitEthernet0/1'], 0, 'are not spelled out'],
    [['No interface GigabitEthernet0/1'], 0, 'are not spelled out'],
    [['INTERFACE GigabitEthernet0/1', ' shutdown'], 1, 'are not spelled out'],
    [['interface GigabitEthernet0/1', ' ip addr 192.0.2.1 255.255.255.0'], 1, 'not spelled out'],
    [['interface GigabitEthernet0/1', ' switchport trunk allowed vlan add 3'], 1, 'in part'],
    [['interface GigabitEthernet0/1', ' switchport trunk allowed vlan except 3'], 1, 'in part'],
    [['interface GigabitEthernet0/1', ' switchport trunk allowed vlan all'], 1, 'in part'],
    [['interface GigabitEthernet0/1', ' switchport trunk allowed vlan none'], 1, 'in part'],
    [['interface GigabitEthernet0/1', ' vrf forwarding RED'], 1, 'changes other lines with it'],
    [['no vlan 10'], 0, 'changes other lines with it'],
    [['interface range GigabitEthernet0/1 - 2', ' shutdown'], 1, 'several lines or sections'],
    [['vlan 10-12', ' name x'], 0, 'several lines or sections'],
    [['vlan 10,12', ' name x'], 0, 'several lines or sections'],
    [['no vlan 10-12'], 0, 'several lines or sections'],
    [['ip access-list resequence IN 10 10'], 0, 'several lines or sections'],
    [['ipv6 access-list resequence IN 10 10'], 0, 'several lines or sections'],
    [['mac access-list resequence IN 10 10'], 0, 'several lines or sections'],
    [['ip access-list extended IN', ' permit udp any any'], 1, 'where it stands among the others'],
    [['ip prefix-list P permit 10.0.0.0/8'], 0, 'stores it in another form'],
    [['username admin privilege 1'], 0, 'stores it in another form'],
    [['banner exec #hello#'], 0, 'stores it in another form'],
    [['wholly unknown'], 0, 'nothing is known of this command'],
  ])('says of %j that line %i cannot be predicted: %s', (lines, line, words) => {
    const reason = expect.stringContaining(words) as string;
    expect(predicted(BEFORE, lines).unpredicted).toContainEqual({ line, reason });
  });

  it.each([
    'end',
    'write memory',
    'do reload',
    'reload',
    'configure terminal',
    'commit',
    'wr',
    'copy a b',
    'do\treload',
    'DO reload',
    'rel in 5',
    'era startup-config',
    'bash timeout 1 reboot',
    'run bash reboot',
    'clear counters',
    'python',
  ])('refuses %s, which is no line of configuration', (line) => {
    expect(predict(BEFORE, ['hostname x', line], IOS)).toMatchObject({
      kind: 'refused',
      refused: [{ line: 1 }],
    });
  });

  it('refuses texts of several lines and sections of what is taken away', () => {
    expect(predict(BEFORE, ['banner motd ^C', 'hello', '^C'], IOS).kind).toBe('refused');
    expect(predict(BEFORE, ['banner motd #hello#'], IOS).kind).toBe('predicted');
    expect(predict(BEFORE, ['no interface Vlan1', ' description x'], IOS).kind).toBe('refused');
  });

  it.each([
    [['banner #hello', 'world', '#']],
    [['Banner motd #hello', 'world', '#']],
    [['ban motd #hello', 'world', '#']],
    [['banner motd  ^C', 'world', '^C']],
    [['crypto pki certificate chain TP', ' certificate ca 02', '  3082', '  quit']],
    [['ip ssh pubkey-chain', ' username x', '  key-string', '   AAAA', '  exit']],
    [['macro name foo', 'shutdown', '@']],
  ])('refuses what a device takes as a text of several lines: %j', (lines) => {
    expect(predict(BEFORE, lines, IOS).kind).toBe('refused');
  });

  it('takes short forms of exit for what they are', () => {
    for (const exit of ['exi', 'ex', 'EXIT', 'qui', 'q']) {
      const lines = ['interface GigabitEthernet0/1', 'description x', exit, 'hostname y', exit];
      const { wire, unpredicted } = predicted(BEFORE, lines);
      expect(wire.map((one) => one.text.trim())).toEqual([
        ...['interface GigabitEthernet0/1', 'description x', 'exit', 'hostname y'],
      ]);
      expect(unpredicted).toEqual([]);
    }
  });

  it('takes further blanks and tabs for one, but not those of a text', () => {
    const lines = ['interface \t GigabitEthernet0/1', 'description  two  blanks'];
    const { text, wire } = predicted(BEFORE, lines);
    expect(text).toBe(BEFORE.replace('to access', 'two  blanks'));
    expect(wire[0]?.text).toBe('interface GigabitEthernet0/1');
  });

  it('leaves a list that is changed in part as it is, and takes no text for such a change', () => {
    const before = 'interface Vlan1\n switchport trunk allowed vlan 1,2\n';
    const lines = ['interface Vlan1', ' switchport trunk allowed vlan remove 2'];
    expect(predicted(before, lines).text).toBe(before);
    const text = [
      'interface Vlan1',
      ' description vlan allocated here',
      ' description uplink vlan all',
    ];
    expect(predicted(before, text).unpredicted).toEqual([]);
  });

  it('shows the negative form where the device does', () => {
    const before = 'interface Ethernet1/1\n  shutdown\n';
    const { text } = predicted(before, ['interface Ethernet1/1', '  no shutdown'], NX_OS);
    expect(text).toBe('interface Ethernet1/1\n  no shutdown\n');
    expect(predicted(text, ['interface Ethernet1/1', '  no shutdown'], NX_OS)).toMatchObject({
      text,
      unpredicted: [],
    });
    const bare = 'interface Ethernet1/1\n  description x\n';
    expect(predicted(bare, ['interface Ethernet1/1', '  no shutdown'], NX_OS)).toMatchObject({
      text: `${bare}  no shutdown\n`,
      unpredicted: [],
    });
  });

  it('ends a section as the device writes it', () => {
    const before = 'frr version 10\n!\nrouter bgp 65000\n bgp router-id 192.0.2.1\nexit\n!\nend\n';
    const added = predicted(before, ['router ospf', ' ospf router-id 192.0.2.1'], FRR).text;
    expect(added).toContain('exit\n!\nrouter ospf\n ospf router-id 192.0.2.1\nexit\n!\nend');
    expect(predicted(added, ['no router ospf'], FRR).text).toBe(before);
  });
});

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const leaf = fc.oneof(
  fc.constantFrom(
    'shutdown',
    'no shutdown',
    'no description',
    'ip address 192.0.2.1 255.255.255.0',
  ),
  word.map((text) => `description ${text}`),
  word.map((text) => `x-${text} 1`),
);
const section = fc.record({
  header: fc.integer({ min: 1, max: 9 }).map((number) => `interface Vlan${number}`),
  lines: fc.uniqueArray(leaf, { maxLength: 4, selector: (line) => line.replace(/^no | .*$/g, '') }),
});
const globals = fc.oneof(
  word.map((text) => `hostname ${text}`),
  word.map((text) => `x-${text} on`),
);
const change = fc
  .tuple(
    fc.array(globals, { maxLength: 3 }),
    fc.uniqueArray(section, { minLength: 1, maxLength: 3, selector: ({ header }) => header }),
  )
  .map(([top, sections]) => [
    ...top,
    ...sections.flatMap(({ header, lines }) => [header, ...lines.map((line) => ` ${line}`)]),
  ]);
const text = fc
  .tuple(
    fc.uniqueArray(globals, { selector: (line) => line.split(' ')[0] }),
    fc.uniqueArray(section, { maxLength: 4, selector: ({ header }) => header }),
  )
  .map(([top, sections]) =>
    [
      ...top,
      ...sections.flatMap(({ header, lines }) => [
        header,
        ...lines.filter((line) => !line.startsWith('no ')).map((line) => ` ${line}`),
        '!',
      ]),
      'end',
      '',
    ].join('\n'),
  );

describe('predicted changes in general', () => {
  it('give the same when they are made twice', () => {
    fc.assert(
      fc.property(text, change, (before, lines) => {
        const once = predicted(before, lines).text;
        expect(predicted(once, lines).text).toBe(once);
      }),
    );
  });

  it('are taken back by `no`', () => {
    fc.assert(
      fc.property(text, word, (before, name) => {
        for (const line of [`y-${name} on`, `interface Loopback1`, `router ospf 7`]) {
          const { text: after } = predicted(before, [line]);
          expect(after).not.toBe(before);
          expect(predicted(after, [`no ${line}`]).text).toBe(before);
        }
      }),
    );
  });

  it('leave the order of all other lines alone', () => {
    fc.assert(
      fc.property(text, change, (before, lines) => {
        const after = predicted(before, lines).text.split('\n');
        const isStill = (line: string): boolean => /^(?:x-| x-)/.test(line);
        const all = before.split('\n').filter(isStill);
        const rest = [...after];
        for (const line of all) {
          const at = rest.indexOf(line);
          expect(at).not.toBe(-1);
          rest.splice(0, at + 1);
        }
      }),
    );
  });

  it('never change a text by no lines at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => predicted(any, []).text === any));
  });

  it('never fail, whatever the lines are', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (any, lines) => {
        expect(['predicted', 'refused']).toContain(predict(any, lines, IOS).kind);
      }),
    );
  });
});

describe('lines between two configurations', () => {
  it('lead from one to the other, as far as lines are predicted', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const found = linesFrom({ from, to }, IOS);
        if (found.kind === 'refused') throw new Error(found.reason);
        const { text: after, unpredicted } = predicted(from, found.lines, IOS, true);
        fc.pre(unpredicted.length === 0);
        expect(linesFrom({ from: after, to }, IOS)).toEqual({ kind: 'lines', lines: [] });
      }),
    );
  });

  it('are told of where they might be taken for short forms of others', () => {
    const [from, to] = ['x-ab on\nend\n', 'x-a on\nend\n'];
    const found = linesFrom({ from, to }, IOS);
    expect(found).toEqual({ kind: 'lines', lines: ['no x-ab on', 'x-a on'] });
    const reason = 'its words are not spelled out as the device shows them';
    const { unpredicted } = predicted(from, ['no x-ab on', 'x-a on'], IOS, true);
    expect(unpredicted).toEqual([{ line: 1, reason }]);
  });

  it('take away what is too much and set what is missing, in its section', () => {
    const to = BEFORE.replace(' shutdown\n', '')
      .replace('spare', 'used')
      .replace(/ip route.*\n/, '');
    expect(linesFrom({ from: BEFORE, to }, IOS)).toEqual({
      kind: 'lines',
      lines: [
        'no ip route 0.0.0.0 0.0.0.0 10.0.0.254',
        'interface GigabitEthernet0/1',
        ' no shutdown',
        'interface GigabitEthernet0/2',
        ' description used',
      ],
    });
  });

  it('leave alone what changes by itself, and what the device says of itself', () => {
    const from = `version 15.2\nntp clock-period 17\n${BEFORE}`;
    const to = `version 17.3\nntp clock-period 18\n${BEFORE}`;
    const isVolatile = (line: string): boolean => line.startsWith('ntp clock-period');
    expect(linesFrom({ from, to }, IOS, isVolatile)).toEqual({ kind: 'lines', lines: [] });
  });

  it('empty an interface that is built in, and remove one that is not', () => {
    const from =
      'interface GigabitEthernet0/1\n description x\ninterface Loopback1\n description y\n';
    expect(linesFrom({ from, to: '' }, IOS)).toMatchObject({
      lines: ['interface GigabitEthernet0/1', ' no description x', 'no interface Loopback1'],
    });
  });

  it('are refused as a whole where a text of several lines differs, or the order of a list', () => {
    const banner = BEFORE.replace('banner motd ^C\n', 'banner motd ^C\nmore\n');
    expect(linesFrom({ from: BEFORE, to: banner }, IOS).kind).toBe('refused');
    const list = (lines: readonly string[]): string =>
      `ip access-list extended A\n ${lines.join('\n ')}\n`;
    const texts = {
      from: list(['permit ip a b', 'deny ip c d']),
      to: list(['deny ip c d', 'permit ip a b']),
    };
    expect(linesFrom(texts, IOS)).toMatchObject({ kind: 'refused' });
  });
});
