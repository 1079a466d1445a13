import { posix } from 'node:path';

/** Path below the project's root, with slashes -> text. */
export type Texts = ReadonlyMap<string, string>;

const RECORD = /^docs\/decisions\/(\d{4})-[^/]+\.md$/;
const INDEX = 'docs/decisions/README.md';
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const NUMBERS = /\bADRs? (\d{4}(?:(?:, | and | to )\d{4})*)/g;
const PAGE_IN_CODE = /\bdocs\/[\w./-]+\.md\b/g;

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);

const isPage = (path: string): boolean => path.endsWith('.md');

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.slice(1, -1));

/** The anchors that a page offers, made of its headings as forges make them. */
function anchors(page: string): ReadonlySet<string> {
  const headings = found(withoutCode(page), /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(headings);
}

/** Links of pages that lead out of the project are nobody's concern here. */
function linksOf(path: string, text: string): readonly { file: string; anchor?: string }[] {
  return found(text.replaceAll(/^```[^]*?^```/gm, ''), LINK)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#');
      const at = file === '' ? path : posix.join(posix.dirname(path), file);
      return { file: at, ...(anchor !== undefined && { anchor }) };
    });
}

/** Links to files and headings that are not there. */
export function deadLinks(texts: Texts, exists: (path: string) => boolean): readonly string[] {
  return [...texts]
    .filter(([path]) => isPage(path))
    .flatMap(([path, text]) =>
      linksOf(path, text)
        .filter(({ file, anchor }) => {
          if (!exists(file)) return true;
          return anchor !== undefined && !anchors(texts.get(file) ?? '').has(anchor);
        })
        .map(
          ({ file, anchor }) => `${path} -> ${anchor === undefined ? file : `${file}#${anchor}`}`,
        ),
    );
}

const numbersIn = (text: string): readonly string[] =>
  found(text, NUMBERS).flatMap((list) => list.split(/, | and | to /));

const recordNumbers = (texts: Texts): ReadonlyMap<string, string> =>
  new Map(
    [...texts.keys()].flatMap((path) => {
      const number = RECORD.exec(path)?.[1];
      return number === undefined ? [] : [[number, path] as const];
    }),
  );

/** `ADR 0191` without such a record, and pages that code names and that are not there. */
export function deadReferences(texts: Texts): readonly string[] {
  const records = recordNumbers(texts);
  return [...texts].flatMap(([path, text]) => {
    const numbers = numbersIn(text).filter((number) => !records.has(number));
    const pages = isPage(path) ? [] : found(text, PAGE_IN_CODE).filter((page) => !texts.has(page));
    return [...numbers.map((number) => `ADR ${number}`), ...pages].map(
      (what) => `${path}: ${what}`,
    );
  });
}

/** Records and pages that nothing leads to; the index of the records alone does not count. */
export function orphans(texts: Texts): readonly string[] {
  const records = recordNumbers(texts);
  const named = new Set(
    [...texts]
      .filter(([path]) => path !== INDEX)
      .flatMap(([path, text]) => {
        const links = isPage(path) ? linksOf(path, text) : [];
        const cited = numbersIn(text).map((number) => records.get(number));
        return [...links.map(({ file }) => file), ...cited].filter((at) => at !== path);
      }),
  );
  return [...texts.keys()].filter(
    (path) => path.startsWith('docs/') && isPage(path) && !named.has(path),
  );
}

/** Records whose title has another number than their file, or that the index does not list under their title. */
export function unlisted(texts: Texts): readonly string[] {
  const index = texts.get(INDEX) ?? '';
  return [...recordNumbers(texts)]
    .filter(([number, path]) => {
      const title = /^# (.*)$/m.exec(texts.get(path) ?? '')?.[1] ?? '';
      const line = `- [${title}](${posix.basename(path)})\n`;
      return !title.startsWith(`${number} `) || index.split(line).length !== 2;
    })
    .map(([, path]) => path);
}
