/** Configurations as devices have them, made by numbers: the same in every run. About 20 KB each. */

/** The same numbers in every run. */
export function pseudoRandom(seed) {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (limit) => next() % limit,
    pick: (items) => items[next() % items.length],
    word: (letters, length) =>
      Array.from({ length }, () => letters[next() % letters.length]).join(''),
  };
}

const HEX = '0123456789ABCDEF';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./';
const SITES = ['ams', 'fra', 'lon', 'par', 'nyc', 'sin', 'syd', 'tok', 'sao', 'jnb', 'mad', 'osl'];
const ROLES = ['core', 'edge', 'dist', 'access', 'pe', 'p', 'rr', 'fw'];
const CUSTOMERS = ['ACME', 'GLOBEX', 'INITECH', 'UMBRELLA', 'HOOLI', 'STARK', 'WAYNE', 'TYRELL'];
const WORDS =
  'uplink to backbone customer transit peering management storage voice guest camera printer lab transport mpls backup primary secondary spare reserved building floor rack row'.split(
    ' ',
  );
const address = (random) => `10.${random.below(256)}.${random.below(256)}.${random.below(254) + 1}`;
const described = (random) =>
  `${random.pick(WORDS)} ${random.pick(WORDS)} ${random.pick(CUSTOMERS)}-${random.below(10_000)}`;

function iosInterface(random, at) {
  const lines = [
    `interface ${at % 3 ? 'GigabitEthernet' : 'TenGigabitEthernet'}${at >> 5}/0/${at % 32}`,
    ` description ${described(random)}`,
  ];
  if (random.below(2)) {
    lines.push(` switchport access vlan ${random.below(4000) + 2}`, ' switchport mode access');
    lines.push(' spanning-tree portfast');
  } else {
    lines.push(` ip address ${address(random)} 255.255.255.${random.pick([0, 128, 252, 254])}`);
    lines.push(' no ip redirects', ' no ip proxy-arp');
    if (random.below(3) === 0) lines.push(` ip access-group ACL-${random.below(12)} in`);
    if (random.below(4) === 0)
      lines.push(` ip ospf message-digest-key 1 md5 7 ${random.word(HEX, 18)}`);
  }
  return [...lines, random.below(5) ? ' no shutdown' : ' shutdown', '!'];
}

const accessRule = (random) =>
  ` ${random.pick(['permit', 'deny'])} ${random.pick(['tcp', 'udp', 'ip'])} ${address(random)} 0.0.0.255 host ${address(random)} ${random.pick(['eq 443', 'eq 22', 'eq 161', 'range 1024 65535', ''])}`.trimEnd();

function ios(random, hostname) {
  const lines = [
    '! Last configuration change at 10:11:12 UTC Mon Nov 2 2026 by ada',
    'version 17.9',
    'service timestamps log datetime msec',
    'service password-encryption',
    `hostname ${hostname}`,
    `enable secret 9 $9$${random.word(BASE64, 14)}$${random.word(BASE64, 43)}`,
    `username admin privilege 15 secret 9 $9$${random.word(BASE64, 14)}$${random.word(BASE64, 43)}`,
    `ip domain name ${hostname.slice(0, 3)}.example.net`,
    `tacacs-server key 7 ${random.word(HEX, 24)}`,
    '!',
  ];
  for (let at = 0; at < 48; at += 1) lines.push(...iosInterface(random, at));
  lines.push(`router bgp ${64_512 + random.below(1000)}`, ` bgp router-id ${address(random)}`);
  for (let at = 0; at < 14; at += 1) {
    const peer = address(random);
    lines.push(` neighbor ${peer} remote-as ${64_512 + random.below(1000)}`);
    lines.push(` neighbor ${peer} description ${described(random)}`);
    lines.push(` neighbor ${peer} password 7 ${random.word(HEX, 20)}`);
  }
  for (let list = 0; list < 8; list += 1) {
    lines.push('!', `ip access-list extended ACL-${list}`);
    for (let at = 0; at < 12; at += 1) lines.push(accessRule(random));
  }
  lines.push('!', `snmp-server community ${random.word(BASE64, 12)} RO`);
  lines.push('line vty 0 4', ' transport input ssh', 'end', '');
  return lines;
}

function junosInterface(random, at) {
  return [
    `    xe-${at >> 4}/0/${at % 16} {`,
    `        description "${described(random)}";`,
    `        unit ${random.below(4000)} {`,
    '            family inet {',
    `                address ${address(random)}/${random.pick([24, 30, 31])};`,
    '            }',
    '        }',
    '    }',
  ];
}

function junos(random, hostname) {
  const lines = [
    '## Last commit: 2026-11-02 10:11:12 UTC by ada',
    'version 22.4R1.10;',
    'system {',
    `    host-name ${hostname};`,
    '    root-authentication {',
    `        encrypted-password "$6$${random.word(BASE64, 8)}$${random.word(BASE64, 86)}"; ## SECRET-DATA`,
    '    }',
    '}',
    'interfaces {',
  ];
  for (let at = 0; at < 40; at += 1) lines.push(...junosInterface(random, at));
  lines.push('}', 'protocols {', '    bgp {', `        group ${random.pick(CUSTOMERS)} {`);
  for (let at = 0; at < 14; at += 1) {
    lines.push(`            neighbor ${address(random)} {`);
    lines.push(`                description "${described(random)}";`);
    lines.push(
      `                authentication-key "$9$${random.word(BASE64, 30)}"; ## SECRET-DATA`,
    );
    lines.push(`                peer-as ${64_512 + random.below(1000)};`, '            }');
  }
  lines.push('        }', '    }', '}', 'policy-options {');
  for (let list = 0; list < 10; list += 1) {
    lines.push(`    prefix-list PL-${list} {`);
    for (let at = 0; at < 18; at += 1) lines.push(`        ${address(random)}/32;`);
    lines.push('    }');
  }
  return [...lines, '}', ''];
}

function eos(random, hostname) {
  const lines = ios(random, hostname);
  lines[0] = '! device: (DCS-7280, EOS-4.30.1F)';
  lines[1] = 'transceiver qsfp default-mode 4x10G';
  for (let vlan = 0; vlan < 20; vlan += 1)
    lines.splice(
      -2,
      0,
      `vlan ${random.below(4000) + 2}`,
      `   name ${described(random).replaceAll(' ', '_')}`,
    );
  return lines;
}

/** Types of devices, and how one of each writes its configuration. */
const WRITERS = [
  ['cisco-ios', ios],
  ['juniper-junos', junos],
  ['arista-eos', eos],
];

/** What somebody does between two backups: a few lines added, removed or written anew. */
function change(random, lines) {
  const changed = [...lines];
  const at = 20 + random.below(changed.length - 40);
  const kind = random.below(4);
  if (kind === 0) changed.splice(at, 1);
  else if (kind === 1) changed.splice(at, 0, ...iosInterface(random, 32 + random.below(64)));
  else if (kind === 2) changed.splice(at, 0, accessRule(random));
  else changed[at] = changed[at].replace(/\d+(?=\D*$)/, () => String(random.below(250)));
  return changed;
}

/** A device of this number: its name, its type and the texts of all its versions, the oldest first. */
export function deviceWithVersions(number, versions) {
  const random = pseudoRandom(number + 1);
  const [type, write] = WRITERS[number % WRITERS.length];
  const name = `${random.pick(SITES)}-${random.pick(ROLES)}-${String(number).padStart(5, '0')}`;
  let lines = write(random, name);
  const texts = [lines.join('\n')];
  while (texts.length < versions) {
    lines = change(random, change(random, lines));
    texts.push(lines.join('\n'));
  }
  return { name, type, texts };
}
