import { type Access, type OperationSpec } from './operation-spec.js';
import { type OperationId, OPERATIONS, operationSpec } from './operations.js';

const HEAD = `# Operations

Generated from \`src/api/operations/\` by \`npm run docs\`; do not edit.

\`basis\` says where the row's access comes from: the interface's own table, a decision on a point it leaves open
([ADR 0002](decisions/0002-roles-that-the-interface-leaves-open-follow-one-rule.md)), or an extension. Planned operations are not mounted.`;

const WIDER_HEAD = `## Extensions that admit more than the rule names

The rule: reads admit who may read in the same application by the interface, and apiread; writes admit admin, apiwrite and who
may write there by the interface; accounts, groups, roles, profiles, adapters, repository configurations, secrets and the audit
trail are for admin.`;

/** `docs/operations.md`: the table of operations, the 21 of the interface first. */
export function operationsDocument(): string {
  const ids = Object.keys(OPERATIONS) as OperationId[];
  const inInterface = ids.filter((id) => operationSpec(id).number !== undefined);
  const extensions = ids.filter((id) => operationSpec(id).number === undefined);
  return [
    HEAD,
    '## The 21 operations of the interface',
    table(inInterface),
    '## Extensions',
    table(extensions),
    WIDER_HEAD,
    widerTable(extensions),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function table(ids: readonly OperationId[]): string {
  const rows = ids.map((id) => row(id, operationSpec(id)));
  return `| no. | operation | call | access | basis | state |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`;
}

function row(id: OperationId, spec: OperationSpec): string {
  const call = `\`${spec.method} ${spec.path}\``;
  return `| ${spec.number ?? ''} | ${id}: ${spec.summary} | ${call} | ${inWords(spec.access)} | ${spec.basis} | ${spec.state} |`;
}

function widerTable(ids: readonly OperationId[]): string {
  const byReason = new Map<string, string[]>();
  for (const id of ids) {
    const { access } = operationSpec(id);
    if (typeof access !== 'object' || !('roles' in access) || !access.widerBecause) continue;
    byReason.set(access.widerBecause, [...(byReason.get(access.widerBecause) ?? []), id]);
  }
  const rows = [...byReason].map(([why, named]) => `| ${named.join(', ')} | ${why} |`);
  return `| operations | why |\n| --- | --- |\n${rows.join('\n')}`;
}

function inWords(access: Access): string {
  if (access === 'signed-in') return 'anyone signed in';
  if ('open' in access) return `open: ${access.open}`;
  return [...access.roles, ...(access.orOwn === undefined ? [] : [`or ${access.orOwn}`])].join(
    ', ',
  );
}
