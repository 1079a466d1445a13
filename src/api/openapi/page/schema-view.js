import { disclosure, el } from './dom.js';

/** Shows what a schema admits; members that are objects themselves open on demand. */
export function schemaView(contract, schema) {
  const { resolved, items } = unwrap(contract, schema);
  const members = Object.entries(resolved.properties ?? {});
  if (members.length === 0) return el('p', {}, el('code', {}, typeText(contract, schema)));
  const rows = members.map(([name, member]) =>
    el('li', {}, memberView(contract, name, member, resolved.required?.includes(name))),
  );
  const list = el('ul', { class: 'members' }, ...rows);
  return items ? el('div', {}, el('p', {}, 'A list of:'), list) : list;
}

function memberView(contract, name, member, isRequired) {
  const { resolved } = unwrap(contract, member);
  const head = [
    el('code', { class: 'name' }, name),
    ' ',
    el('span', { class: 'type' }, typeText(contract, member)),
    ...(isRequired ? [' ', el('strong', { class: 'required' }, 'required')] : []),
  ];
  const description = member.description ?? contract.resolve(member)?.description ?? '';
  const text = description === '' ? [] : [el('span', { class: 'note' }, description)];
  if (Object.keys(resolved.properties ?? {}).length === 0)
    return el('div', {}, ...head, ' ', ...text);
  return el(
    'div',
    {},
    disclosure(head, { class: 'member' }, () => [schemaView(contract, member)]),
    ...text,
  );
}

/** The schema of the value, or of the items of a list, without the alternative null. */
function unwrap(contract, schema) {
  const direct = contract.resolve(schema) ?? {};
  const parts = direct.anyOf ?? direct.oneOf;
  const shown = parts
    ? contract.resolve(parts.find((part) => contract.resolve(part)?.type !== 'null'))
    : direct;
  if (shown?.items) return { resolved: contract.resolve(shown.items) ?? {}, items: true };
  return { resolved: shown ?? {}, items: false };
}

/** The type in words: `list of string`, `one of a, b`, `text, at most 256 characters`. */
export function typeText(contract, schema, depth = 0) {
  const resolved = contract.resolve(schema) ?? {};
  if (depth > 3) return 'object';
  if (resolved.enum)
    return `one of ${resolved.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (resolved.const !== undefined) return JSON.stringify(resolved.const);
  const parts = resolved.anyOf ?? resolved.oneOf;
  if (parts)
    return [...new Set(parts.map((part) => typeText(contract, part, depth + 1)))].join(' or ');
  if (resolved.items) return `list of ${typeText(contract, resolved.items, depth + 1)}`;
  const type = Array.isArray(resolved.type) ? resolved.type.join(' or ') : resolved.type;
  return `${type ?? 'any value'}${boundsText(resolved)}`;
}

function boundsText({ format, minimum, maximum, minLength, maxLength, pattern }) {
  const bounds = [
    format,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    pattern !== undefined && `like ${pattern}`,
  ].filter(Boolean);
  return bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
}
