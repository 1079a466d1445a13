/** A configuration as lines with children, read from and written to indented text. */
export function readIndented(text) {
  const root = { children: [] };
  const stack = [{ depth: -1, node: root }];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || /^\s*(!|end$)/.test(line)) continue;
    const depth = line.length - line.trimStart().length;
    while (stack.at(-1).depth >= depth) stack.pop();
    const node = { line: line.trim(), children: [] };
    stack.at(-1).node.children.push(node);
    stack.push({ depth, node });
  }
  return root;
}

export function writeIndented(node, indent = 1, depth = 0) {
  return node.children.flatMap((child) => [
    ' '.repeat(depth * indent) + child.line,
    ...writeIndented(child, indent, depth + 1),
    ...(depth === 0 && child.children.length > 0 ? ['!'] : []),
  ]);
}

/** Of lines that begin so there is one at a time. */
const SINGLE = /^(hostname|description|ip address|ipv4 address|mtu|router-id|shutdown)\b/;

/** Takes one line; answers the node that was entered, or null when there was nothing to remove. */
export function applyIndented(parent, line) {
  if (line.startsWith('no ')) {
    const wanted = line.slice(3);
    const kept = parent.children.filter(
      (child) => child.line !== wanted && !child.line.startsWith(`${wanted} `),
    );
    if (kept.length === parent.children.length) return null;
    parent.children = kept;
    return parent;
  }
  const single = SINGLE.exec(line)?.[1];
  const present = parent.children.find((child) =>
    single ? child.line.startsWith(single) : child.line === line,
  );
  if (present) {
    present.line = line;
    return present;
  }
  const made = { line, children: [] };
  parent.children.push(made);
  return made;
}

/** The same for braces: `set` paths walk down, words of this list take the rest as their value. */
const LEAF = new Set([
  'host-name',
  'description',
  'next-hop',
  'address',
  'message',
  'version',
  'mtu',
]);
const NAMED = new Set(['unit', 'route', 'family', 'user', 'class']);

function steps(words) {
  const keys = [];
  for (let at = 0; at < words.length; at += 1) {
    if (LEAF.has(words[at])) return { keys, leaf: words[at], value: words.slice(at + 1).join(' ') };
    if (NAMED.has(words[at]) && at + 1 < words.length) {
      keys.push(`${words[at]} ${words[at + 1]}`);
      at += 1;
    } else keys.push(words[at]);
  }
  return { keys, leaf: undefined, value: '' };
}

const wordsOf = (text) => text.match(/"[^"]*"|\S+/g) ?? [];

export function setPath(root, text) {
  const { keys, leaf, value } = steps(wordsOf(text));
  let node = root;
  for (const key of keys) {
    let next = node.children.find(({ line }) => line === key);
    if (!next) node.children.push((next = { line: key, children: [] }));
    node = next;
  }
  if (leaf === undefined) return true;
  if (value === '') return false;
  node.children = node.children.filter(({ line }) => !line.startsWith(`${leaf} `));
  node.children.push({ line: `${leaf} ${value}`, children: [], isLeaf: true });
  return true;
}

export function deletePath(root, text) {
  const { keys, leaf } = steps(wordsOf(text));
  let node = root;
  const last = leaf === undefined ? keys.pop() : undefined;
  for (const key of keys) {
    node = node.children.find(({ line }) => line === key);
    if (!node) return false;
  }
  const kept = node.children.filter(({ line }) =>
    leaf === undefined ? line !== last : !line.startsWith(`${leaf} `),
  );
  const found = kept.length < node.children.length;
  node.children = kept;
  return found;
}

export function readBraces(text) {
  const root = { children: [] };
  const stack = [root];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line === '}') stack.pop();
    else if (line.endsWith('{')) {
      const node = { line: line.slice(0, -1).trim(), children: [] };
      stack.at(-1).children.push(node);
      stack.push(node);
    } else stack.at(-1).children.push({ line: line.replace(/;$/, ''), children: [], isLeaf: true });
  }
  return root;
}

export function writeBraces(node, depth = 0) {
  const pad = ' '.repeat(depth * 4);
  return node.children.flatMap((child) =>
    child.children.length === 0
      ? [`${pad}${child.line}${child.line.includes('; ##') ? '' : ';'}`]
      : [`${pad}${child.line} {`, ...writeBraces(child, depth + 1), `${pad}}`],
  );
}

/** Lines that only one side has, below the top line they belong to. */
export function changedLines(before, after) {
  const lines = [];
  const topOf = (texts) => {
    const out = new Map();
    let top = '';
    for (const text of texts) {
      if (!/^\s|^[!}]/.test(text)) top = text;
      if (text !== '!') out.set(`${top}\n${text}`, text);
    }
    return out;
  };
  const [a, b] = [topOf(before), topOf(after)];
  for (const [key, text] of a)
    if (!b.has(key)) lines.push({ sign: '-', top: key.split('\n')[0], text });
  for (const [key, text] of b)
    if (!a.has(key)) lines.push({ sign: '+', top: key.split('\n')[0], text });
  return lines;
}
