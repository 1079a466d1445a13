/** How the configuration of a device type reacts to lines: all that prediction knows of it. */
export interface PredictionRules {
  /** Spaces by which the lines of a section stand further right than its header. */
  readonly indent: number;
  /** What the device writes behind a section. */
  readonly trailer: readonly string[];
  /** Headers that open a section, and the sections that they stand in; none: at the top. */
  readonly sections: readonly SectionRule[];
  /** Commands that belong to no section, whatever section is open when they come. */
  readonly topLevel: readonly RegExp[];
  /** Commands of which a section holds one; the longest that fits counts. Words, `*` is any word. */
  readonly singles: readonly string[];
  /** Commands without arguments that are on or off; off is shown as nothing. */
  readonly switches: ReadonlySet<string>;
  /** Switches whose `no` form is shown. */
  readonly shownOff: ReadonlySet<string>;
  /** What the device stores in another form than it was given. */
  readonly rewritten: RegExp;
  /** Commands by which the device changes other lines as well. */
  readonly followed: readonly RegExp[];
  /** Sections whose lines the device numbers or keeps in an order of its own. */
  readonly ordered: RegExp;
  /** Sections that are not to be removed: what they are about is built in. */
  readonly builtIn: RegExp;
  /** Sections and lines that no line of configuration brings back. */
  readonly opaque: RegExp;
  /** What the device writes about itself: no command. */
  readonly informative: RegExp;
  /** Full words by which commands begin: an abbreviation of one is not predicted. */
  readonly words: ReadonlySet<string>;
  /** Kinds of interfaces, as the device spells them. */
  readonly interfaceKinds: ReadonlySet<string>;
  /** How texts of several lines begin: up to the repeated delimiter, or up to a line of this text. */
  readonly block: { readonly start: RegExp; readonly endLine?: string } | undefined;
}

/** A header that opens a section. */
export interface SectionRule {
  readonly header: RegExp;
  readonly within?: RegExp;
}

const ADDRESS_FAMILY: SectionRule = {
  header: /^address-family(?: |$)/,
  within: /^(?:router (?:bgp|eigrp|ospfv3|isis)|vrf (?:definition|context)|vrf) /,
};
const SECTIONS: readonly SectionRule[] = [
  { header: /^interface \S/ },
  { header: /^router (?:bgp|ospf|ospf6|ospfv3|eigrp|isis|rip|ripng|pim)(?: |$)/ },
  { header: /^vlan [0-9,-]+$/ },
  { header: /^line (?:vty|con|console|aux)(?: |$)/ },
  { header: /^(?:ip|ipv6|mac) access-list \S/ },
  { header: /^route-map \S+ (?:permit|deny) \d+$/ },
  { header: /^vrf (?:definition|context|instance) \S+$/ },
  { header: /^(?:class-map|policy-map) \S/ },
  { header: /^key chain \S+$/ },
  ADDRESS_FAMILY,
  { header: /^class \S+$/, within: /^policy-map / },
  { header: /^key \d+$/, within: /^key chain / },
];

const SINGLES: readonly string[] = [
  'hostname',
  'description',
  'name',
  'ip address',
  'ip default-gateway',
  'ip domain-name',
  'ip domain name',
  'ip ospf cost',
  'ip ospf priority',
  'ip access-group * in',
  'ip access-group * out',
  'ip mtu',
  'mtu',
  'bandwidth',
  'speed',
  'duplex',
  'encapsulation dot1q',
  'switchport mode',
  'switchport access vlan',
  'switchport voice vlan',
  'switchport trunk native vlan',
  'switchport trunk allowed vlan',
  'spanning-tree mode',
  'router-id',
  'bgp router-id',
  'clock timezone',
  'logging buffered',
  'snmp-server location',
  'snmp-server contact',
  'enable secret',
  'enable password',
  'exec-timeout',
  'neighbor * remote-as',
  'neighbor * description',
  'neighbor * update-source',
  'username',
];

const TOP_LEVEL: readonly RegExp[] = [
  /^hostname /,
  /^(?:ip|ipv6) (?:route|prefix-list|name-server|domain|domain-name|domain-lookup|http|ssh|cef)(?: |$)/,
  /^(?:ip|ipv6) (?:routing|unicast-routing|default-gateway|forward-protocol)(?: |$)/,
  /^(?:ntp|snmp-server|aaa|tacacs-server|radius-server|username|service|banner|boot) /,
  /^clock (?:timezone|summer-time) /,
  /^logging (?:host|buffered|server|trap|source-interface|facility|\d)/,
  /^(?:enable|feature|version|spanning-tree mode|archive|access-list)(?: |$)/,
];

const SWITCHES: ReadonlySet<string> = new Set([
  'shutdown',
  'ip proxy-arp',
  'ip redirects',
  'ip unreachables',
  'cdp enable',
  'lldp transmit',
  'lldp receive',
  'auto-summary',
  'synchronization',
  'spanning-tree portfast',
  'spanning-tree bpduguard enable',
]);

const WORDS: readonly string[] = [
  ...['interface', 'description', 'hostname', 'shutdown', 'switchport', 'router', 'address-family'],
  ...['neighbor', 'network', 'spanning-tree', 'username', 'logging', 'service', 'channel-group'],
  ...[
    'ip',
    'ipv6',
    'vlan',
    'name',
    'no',
    'line',
    'vrf',
    'ntp',
    'mtu',
    'bgp',
    'aaa',
    'enable',
    'key',
  ],
  ...['snmp-server', 'access-list', 'encapsulation', 'bandwidth', 'speed', 'duplex', 'route-map'],
  ...['login', 'transport', 'redistribute', 'timers', 'passive-interface', 'service-policy'],
  ...['exec-timeout', 'storm-control', 'load-interval', 'negotiation', 'cdp', 'lldp', 'clock'],
  ...['tunnel', 'standby', 'area', 'distance', 'maximum-paths', 'aggregate-address', 'crypto'],
  ...['tacacs-server', 'radius-server', 'vtp', 'udld', 'rd', 'route-target', 'maximum-prefix'],
  ...['class-map', 'policy-map', 'class', 'match', 'set', 'permit', 'deny', 'feature', 'banner'],
];

const REWRITTEN =
  /(?:^| )(?:password|secret|key-string|md5|authentication-key|community|key) \S|^(?:username|banner) |^(?:ip|ipv6) prefix-list \S+ (?:permit|deny) /;

const FOLLOWED: readonly RegExp[] = [
  /^(?:no )?(?:(?:ip )?vrf forwarding|vrf member|channel-group|encapsulation) /,
  /^(?:no )?switchport$/,
  /^no (?:feature|vrf|ip vrf|vlan) /,
];

const IOS: PredictionRules = {
  indent: 1,
  trailer: ['!'],
  sections: SECTIONS,
  topLevel: TOP_LEVEL,
  singles: SINGLES,
  switches: SWITCHES,
  shownOff: new Set(['ip http server', 'ip http secure-server', 'ip domain lookup']),
  rewritten: REWRITTEN,
  followed: FOLLOWED,
  ordered: /^(?:ip|ipv6|mac) access-list /,
  builtIn: /^(?:interface (?!Loopback|Vlan|Tunnel|Port-channel)|line )/i,
  opaque: /^(?:banner |crypto pki|crypto key)/,
  informative: /^(?:version |boot-(?:start|end)-marker|Building config|Current config|frr )/,
  words: new Set(WORDS),
  interfaceKinds: new Set([
    ...['Ethernet', 'FastEthernet', 'GigabitEthernet', 'TwoGigabitEthernet', 'FiveGigabitEthernet'],
    ...['TenGigabitEthernet', 'TwentyFiveGigE', 'FortyGigabitEthernet', 'HundredGigE', 'Serial'],
    ...['Loopback', 'Vlan', 'Tunnel', 'Port-channel', 'BDI'],
  ]),
  block: {
    start:
      /^banner +(?:(?:motd|login|exec|incoming|slip-ppp|prompt-timeout|config-save) +)?(\^C|\S)/,
  },
};

const NX_OS: PredictionRules = {
  ...IOS,
  indent: 2,
  trailer: [],
  shownOff: new Set(['shutdown', 'ip redirects', 'ip domain-lookup', 'switchport']),
  interfaceKinds: new Set([
    'Ethernet',
    'Vlan',
    'loopback',
    'port-channel',
    'mgmt',
    'Tunnel',
    'nve',
  ]),
};

const EOS: PredictionRules = {
  ...IOS,
  indent: 3,
  shownOff: new Set(['switchport']),
  interfaceKinds: new Set([
    'Ethernet',
    'Management',
    'Vlan',
    'Loopback',
    'Port-Channel',
    'Tunnel',
    'Vxlan',
  ]),
  block: { start: /^banner \S+$/, endLine: 'EOF' },
};

/** It compares by itself: only its sections are needed, and what no line brings back. */
const XR: PredictionRules = {
  ...IOS,
  sections: [...SECTIONS, { header: /^vrf \S+$/ }, { header: /^ntp$/ }],
  opaque: /^(?:banner |route-policy |\S+-set |end-|crypto )/,
  informative: /^(?:!!|Building config|Current config)/,
};

const FRR: PredictionRules = {
  ...IOS,
  trailer: ['exit', '!'],
  singles: SINGLES.filter((single) => single !== 'ip address'),
  shownOff: new Set(),
  interfaceKinds: new Set(['eth', 'ens', 'enp', 'lo', 'br', 'bond', 'dummy', 'swp', 'vlan', 'vrf']),
  builtIn: /^line /,
  block: undefined,
};

/** The rules of the types whose configurations stand in indented sections, by type. */
const PREDICTION_RULES: Readonly<Record<string, PredictionRules>> = {
  'cisco-ios': IOS,
  'cisco-xr': XR,
  'cisco-nx': NX_OS,
  'arista-eos': EOS,
  'linux-frr': FRR,
};

/** Rules of a type; undefined where configurations are not made of indented sections. */
export function predictionRules(type: string): PredictionRules | undefined {
  return Object.hasOwn(PREDICTION_RULES, type) ? PREDICTION_RULES[type] : undefined;
}
