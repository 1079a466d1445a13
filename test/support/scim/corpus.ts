/** Requests in the forms that directories send, written from their public documentation and RFC 7644. */
export type Sender = 'Entra' | 'Okta' | 'Ping' | 'OneLogin' | 'RFC 7644';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const SENDERS: readonly Sender[] = ['Entra', 'Okta', 'Ping', 'OneLogin'];

/** What a change of a user makes of it: members that it then has, or the word that refuses it. */
export interface UserChange {
  readonly from: Sender;
  readonly operations: unknown;
  readonly shows?: object;
  /** Attributes that are gone. */
  readonly lacks?: readonly string[];
  readonly refused?: string;
}

/** The user that each change begins with. */
export const BEFORE = {
  name: { givenName: 'Ada', familyName: 'Byron' },
  title: 'Countess',
  active: true,
  emails: [
    { value: 'ada@work.example', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  [ENTERPRISE]: { department: 'Engines', manager: { value: '26' } },
};

/** Every way in which somebody is closed and opened again. */
const ACTIVE: readonly UserChange[] = [
  ['Replace', 'active', 'False', false],
  ['Replace', 'active', 'True', true],
  ['replace', 'active', false, false],
  ['REPLACE', 'ACTIVE', 'false', false],
  ['Add', 'active', 'False', false],
  ['add', 'active', 'FALSE', false],
  ['replace', `${CORE}:active`, false, false],
  ['replace', undefined, { active: false }, false],
  ['Replace', undefined, { active: 'False' }, false],
  ['add', undefined, { Active: false }, false],
  ['Replace', 'active', [{ $ref: null, value: 'False' }], false],
].flatMap(([op, path, value, active]) =>
  SENDERS.map((from) => ({ from, operations: [{ op, path, value }], shows: { active } })),
);

/** Plain attributes, by each op and in each spelling. */
const PLAIN: readonly UserChange[] = ['Add', 'Replace', 'add', 'replace'].flatMap((op) =>
  [
    ['displayName', 'Ada Lovelace', { displayName: 'Ada Lovelace' }],
    ['nickName', 'Ada', { nickName: 'Ada' }],
    ['name.givenName', 'Augusta', { name: { givenName: 'Augusta', familyName: 'Byron' } }],
    ['name', { givenName: 'A' }, { name: { givenName: 'A', familyName: 'Byron' } }],
    ['externalId', 'ext-1', { externalId: 'ext-1' }],
    [`${ENTERPRISE}:department`, 'Looms', { [ENTERPRISE]: { department: 'Looms' } }],
    [`${ENTERPRISE}:manager`, '27', { [ENTERPRISE]: { manager: { value: '27' } } }],
    [`${ENTERPRISE}:manager.value`, '28', { [ENTERPRISE]: { manager: { value: '28' } } }],
  ].map(([path, value, shows]) => ({
    from: op === 'Add' || op === 'Replace' ? ('Entra' as const) : ('Okta' as const),
    operations: [{ op, path, value }],
    shows: shows as object,
  })),
);

const HOME = { value: 'ada@home.example', type: 'home' };
const WORK = { value: 'ada@work.example', type: 'work', primary: true };

/** Lists of values, with and without filters, and what is taken away. */
const VALUES: readonly UserChange[] = [
  {
    from: 'Entra',
    operations: [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'a@b.example' }],
    shows: { emails: [{ ...WORK, value: 'a@b.example' }, HOME] },
  },
  {
    from: 'Entra',
    operations: [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 1' }],
    shows: { phoneNumbers: [{ type: 'mobile', value: '+44 1' }] },
  },
  {
    from: 'Entra',
    operations: [{ op: 'Replace', path: 'addresses[type eq "work"].country', value: 'UK' }],
    shows: { addresses: [{ type: 'work', country: 'UK' }] },
  },
  {
    from: 'Entra',
    operations: [
      { op: 'add', value: { 'emails[type eq "other"].value': 'o@x', 'name.familyName': 'King' } },
    ],
    shows: { emails: [WORK, HOME, { type: 'other', value: 'o@x' }], name: { familyName: 'King' } },
  },
  {
    from: 'Entra',
    operations: [{ op: 'add', value: { [`${ENTERPRISE}:costCenter`]: '7' } }],
    shows: { [ENTERPRISE]: { costCenter: '7', department: 'Engines' } },
  },
  {
    from: 'Entra',
    operations: [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'reader' }],
    shows: { roles: [{ value: 'reader', primary: true }] },
  },
  {
    from: 'Okta',
    operations: [
      { op: 'replace', value: { emails: [HOME], id: 'x', groups: [], schemas: [CORE] } },
    ],
    shows: { emails: [HOME] },
  },
  {
    from: 'Okta',
    operations: [{ op: 'remove', path: 'emails[type eq "home"]' }],
    shows: { emails: [WORK] },
  },
  {
    from: 'Ping',
    operations: [{ op: 'add', path: 'emails', value: [{ value: 'n@x', primary: true }] }],
    shows: { emails: [{ ...WORK, primary: false }, HOME, { value: 'n@x', primary: true }] },
  },
  {
    from: 'Ping',
    operations: [{ op: 'add', path: 'emails', value: HOME }],
    shows: { emails: [WORK, HOME] },
  },
  {
    from: 'OneLogin',
    operations: [{ op: 'replace', path: 'emails[type eq "home"].primary', value: 'true' }],
    shows: {
      emails: [
        { ...WORK, primary: false },
        { ...HOME, primary: true },
      ],
    },
  },
  {
    from: 'RFC 7644',
    operations: [
      { op: 'add', value: { emails: [{ value: 'b@j', type: 'other' }], nickname: 'B' } },
    ],
    shows: { emails: [WORK, HOME, { value: 'b@j', type: 'other' }], nickName: 'B' },
  },
  {
    from: 'RFC 7644',
    operations: [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'c@j' },
      { op: 'replace', value: { emails: [HOME], nickname: 'C' } },
    ],
    shows: { emails: [HOME], nickName: 'C' },
  },
  { from: 'RFC 7644', operations: [{ op: 'remove', path: 'emails' }], lacks: ['emails'] },
  {
    from: 'RFC 7644',
    operations: [{ op: 'replace', path: 'title', value: null }],
    lacks: ['title'],
  },
  {
    from: 'RFC 7644',
    operations: [{ op: 'remove', path: 'emails[type eq "work" and value ew "work.example"]' }],
    shows: { emails: [HOME] },
  },
  {
    from: 'RFC 7644',
    operations: [
      {
        op: 'replace',
        path: 'addresses[type eq "work"]',
        value: { type: 'work', streetAddress: '911 Universal City Plaza', locality: 'Hollywood' },
      },
    ],
    shows: {
      addresses: [
        { type: 'work', streetAddress: '911 Universal City Plaza', locality: 'Hollywood' },
      ],
    },
  },
  {
    from: 'Entra',
    operations: [{ op: 'Remove', path: `${ENTERPRISE}:manager` }],
    shows: {
      [ENTERPRISE]: { department: 'Engines' },
    },
  },
  { from: 'OneLogin', operations: [{ op: 'Remove', path: ENTERPRISE }], lacks: [ENTERPRISE] },
];

/** What is refused, and with which word. */
const REFUSED: readonly UserChange[] = [
  ['invalidSyntax', [{ op: 'move', path: 'title', value: 'x' }]],
  ['invalidSyntax', []],
  ['invalidSyntax', 'replace'],
  ['invalidSyntax', [{ op: 'replace', value: 'x' }]],
  ['invalidSyntax', [{ op: 'replace', value: { nonsense: 1 } }]],
  ['invalidPath', [{ op: 'replace', path: 'nonsense', value: 'x' }]],
  ['invalidPath', [{ op: 'replace', path: '__proto__.polluted', value: 'x' }]],
  ['invalidPath', [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }]],
  ['invalidPath', [{ op: 'replace', path: 'emails[kind eq "work"].value', value: 'x' }]],
  ['invalidPath', [{ op: 'replace', path: 'name[givenName eq "Ada"].familyName', value: 'x' }]],
  ['noTarget', [{ op: 'remove' }]],
  ['noTarget', [{ op: 'replace', path: 'emails[type co "x"].value', value: 'x' }]],
  ['mutability', [{ op: 'replace', path: 'id', value: 'x' }]],
  ['mutability', [{ op: 'replace', path: 'meta.version', value: 'x' }]],
  ['mutability', [{ op: 'remove', path: 'userName' }]],
  ['invalidValue', [{ op: 'replace', path: 'active', value: 'perhaps' }]],
  ['invalidValue', [{ op: 'replace', path: 'title', value: { a: 1 } }]],
  ['invalidValue', [{ op: 'replace', path: 'userName', value: 'a\u0000b' }]],
  ['invalidValue', [{ op: 'replace', path: 'title' }]],
].map(([refused, operations]) => ({ from: 'RFC 7644', refused: refused as string, operations }));

export const USER_CHANGES: readonly UserChange[] = [...ACTIVE, ...PLAIN, ...VALUES, ...REFUSED];

/** Filters over users of whom `corpus-1` has all of this: how many meet it, or the word that refuses it. */
export const USER_FILTERS: readonly (readonly [Sender, string, number | string])[] = [
  ['Entra', 'userName eq "corpus-1"', 1],
  ['Entra', 'userName eq "CORPUS-1"', 1],
  ['Entra', 'userName eq "nobody"', 0],
  ['Entra', 'externalId eq "c-1"', 1],
  ['Entra', 'externalId eq "C-1"', 0],
  ['Entra', 'emails[type eq "work"].value eq "Corpus@Work.example"', 1],
  ['Entra', 'emails[type eq "home" and value eq "corpus@work.example"]', 0],
  ['Entra', `${CORE}:userName eq "corpus-1"`, 1],
  ['Okta', 'userName eq "corpus-1" and active eq true', 1],
  ['Okta', 'userName eq "corpus-1" and active eq "False"', 0],
  ['Okta', 'userName Eq "corpus-1" AND not (title eq "Clerk")', 1],
  ['Ping', 'emails.value eq "corpus@work.example"', 1],
  ['Ping', 'emails eq "corpus@work.example"', 1],
  ['Ping', 'userName eq "corpus-1" or userName eq "corpus-2"', 2],
  ['Ping', 'displayName eq "corpus one"', 1],
  ['OneLogin', 'userName sw "corpus-"', 2],
  ['OneLogin', 'userName sw "corpus-" and active eq true', 1],
  ['RFC 7644', `userName eq "corpus-1" and ${ENTERPRISE}:department sw "eng"`, 1],
  ['RFC 7644', 'userName eq "corpus-1" and (title pr or nickName pr)', 1],
  ['RFC 7644', 'userName eq "corpus-1" and meta.lastModified gt "2011-05-13T04:42:34Z"', 1],
  ['RFC 7644', 'name.familyName co "O\'Malley"', 'invalidFilter'],
  ['RFC 7644', 'title pr', 'invalidFilter'],
  ['RFC 7644', 'userName eq "x" or title pr', 'invalidFilter'],
  ['RFC 7644', 'userName eq', 'invalidFilter'],
  ['RFC 7644', 'userName', 'invalidFilter'],
  ['RFC 7644', 'userName eq corpus-1', 'invalidFilter'],
  ['RFC 7644', 'nonsense eq "x"', 'invalidFilter'],
  ['RFC 7644', '(userName eq "x"', 'invalidFilter'],
  ['RFC 7644', '('.repeat(3000), 'invalidFilter'],
  ['RFC 7644', 'name eq "x"', 'invalidFilter'],
  ['RFC 7644', Array(101).fill('id eq "x"').join(' or '), 'tooMany'],
];

interface NewUser {
  readonly from: Sender;
  readonly body: Readonly<Record<string, unknown>>;
  /** Where it is not shown as it was sent. */
  readonly shows?: object;
  /** Members that are sent and not kept. */
  readonly lacks?: readonly string[];
}

/** New users; what is sent is shown. */
export const NEW_USERS: readonly NewUser[] = [
  {
    from: 'Entra',
    body: {
      schemas: [CORE, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee@example.com',
      active: true,
      displayName: 'Test User',
      emails: [{ primary: true, type: 'work', value: 'ab6490ee@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Test User', familyName: 'User', givenName: 'Test' },
      roles: [],
    },
    shows: { active: true, displayName: 'Test User', meta: { resourceType: 'User' } },
    lacks: ['roles'],
  },
  {
    from: 'Entra',
    body: { userName: 'soft-deleted@example.com', active: 'False', [ENTERPRISE]: {} },
    shows: { active: false },
    lacks: [ENTERPRISE],
  },
  {
    from: 'Okta',
    body: {
      schemas: [CORE],
      userName: 'test.user@okta.example',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    shows: { externalId: '00ujl29u0le5T6Aj10h7', locale: 'en-US' },
    lacks: ['password', 'groups'],
  },
  {
    from: 'Ping',
    body: {
      schemas: [CORE],
      userName: 'joe@ping.example',
      name: { givenName: 'Joe', familyName: 'Smith' },
      emails: [{ type: 'work', value: 'joe@ping.example' }],
      phoneNumbers: [{ type: 'work', value: '+1 303 555 0100' }],
      addresses: [{ type: 'work', locality: 'Denver', postalCode: '80202' }],
      active: true,
    },
  },
  {
    from: 'OneLogin',
    body: {
      schemas: [CORE, ENTERPRISE],
      userName: 'grace@onelogin.example',
      externalId: '56789',
      displayName: 'Grace Hopper',
      title: 'Admiral',
      [ENTERPRISE]: { department: 'Compilers', manager: { value: '7', displayName: 'Howard' } },
    },
    // The name of a manager is read-only: RFC 7643, 4.3.
    shows: { [ENTERPRISE]: { department: 'Compilers', manager: { value: '7' } } },
  },
  {
    from: 'RFC 7644',
    body: {
      schemas: [CORE],
      userName: 'bjensen',
      externalId: 'bjensen',
      name: {
        formatted: 'Ms. Barbara J Jensen III',
        familyName: 'Jensen',
        givenName: 'Barbara',
      },
    },
  },
];

interface GroupChange {
  readonly from: Sender;
  readonly operations: readonly object[];
  /** Members that it then has: by their number. */
  readonly members: readonly (1 | 2)[];
  readonly shows?: object;
}

/** Changes of a group that has the first of these users as its member. */
export function groupChanges(one: string, two: string): readonly GroupChange[] {
  const changes = (
    from: Sender,
    members: GroupChange['members'],
    operations: readonly object[],
    shows: object = {},
  ): GroupChange => ({ from, members, operations, shows });
  const named = (from: Sender): string => `Named by ${from}`;
  const path = 'members';
  return [
    changes('Entra', [1, 2], [{ op: 'Add', path, value: [{ $ref: null, value: two }] }]),
    changes('Entra', [], [{ op: 'Remove', path, value: [{ $ref: null, value: one }] }]),
    changes('Entra', [], [{ op: 'Remove', path: `members[value eq "${one}"]` }]),
    changes('Entra', [1], [{ op: 'Replace', path: 'displayName', value: named('Entra') }], {
      displayName: named('Entra'),
    }),
    changes('Entra', [1], [{ op: 'Add', path: 'externalId', value: 'entra-1' }], {
      externalId: 'entra-1',
    }),
    changes('Okta', [1], [{ op: 'replace', value: { id: 'x', displayName: named('Okta') } }], {
      displayName: named('Okta'),
    }),
    changes('Okta', [2], [{ op: 'replace', path, value: [{ value: two, display: 'two' }] }]),
    changes(
      'Okta',
      [2],
      [
        { op: 'remove', path: `members[value eq "${one}"]` },
        { op: 'add', path, value: [{ value: two, display: 'two' }] },
      ],
    ),
    changes('Ping', [1, 2], [{ op: 'add', path, value: { value: two } }]),
    changes('Ping', [1, 2], [{ op: 'add', value: { members: [{ value: two, type: 'User' }] } }]),
    changes('OneLogin', [2], [{ op: 'replace', value: { members: [{ value: two }] } }]),
    changes('OneLogin', [], [{ op: 'Replace', path, value: [] }]),
    changes(
      'RFC 7644',
      [1, 2],
      [{ op: 'add', path, value: [{ display: 'B', $ref: `../Users/${two}`, value: two }] }],
    ),
    changes('RFC 7644', [], [{ op: 'remove', path }]),
    changes(
      'RFC 7644',
      [2],
      [
        { op: 'remove', path },
        { op: 'add', path, value: [{ value: two }] },
      ],
    ),
  ];
}
