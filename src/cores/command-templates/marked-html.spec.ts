import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compilePattern } from '../patterns/compile-pattern.js';
import { type Marked, markedHtml, MARKS_MAX } from './marked-html.js';
import { finish } from './work.js';

function marked(source: string, passed = true): Marked {
  const compiled = compilePattern(source);
  if (compiled.kind === 'refused') throw new Error(compiled.detail);
  return { pattern: compiled.pattern, passed };
}

const html = (text: string, ...patterns: Marked[]) => finish(markedHtml(text, patterns));

const MARK = /<span class="match (?:pass|fail)">|<\/span>/g;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text that a page would show, if our own marks are the only markup in it. */
function shownText(page: string): string {
  const text = page.replace(MARK, '');
  expect(text).not.toMatch(/[<>"']/);
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');
}

describe('output as HTML', () => {
  it('marks every match with the verdict of its rule', () => {
    expect(html('up, down, up', marked('up'), marked('down', false))).toBe(
      '<span class="match pass">up</span>, <span class="match fail">down</span>, ' +
        '<span class="match pass">up</span>',
    );
  });

  it('shows scripts of devices as text', () => {
    const script = `<script>alert("x" + 'y')</script>&amp;`;
    expect(html(script, marked('alert'))).toBe(
      '&lt;script&gt;<span class="match pass">alert</span>(&quot;x&quot; + &#39;y&#39;)&lt;/script&gt;&amp;amp;',
    );
  });

  it('gives failed rules the place of passed ones', () => {
    expect(html('abc', marked('abc'), marked('b', false))).toBe(
      'a<span class="match fail">b</span>c',
    );
  });

  it('marks nothing for what matches nothing', () => {
    expect(html('abc', marked('x*'))).toBe('abc');
  });

  it('marks up to a limit and shows the rest unmarked', () => {
    const page = html('a'.repeat(5000), marked('a'));
    expect(page.match(/<span/g)).toHaveLength(MARKS_MAX);
    expect(shownText(page)).toBe('a'.repeat(5000));
  });

  it('stops marking when there is no time', () => {
    const work = markedHtml('a&a', [marked('a')]);
    let step = work.next();
    for (let count = 0; !step.done; count += 1) step = work.next(count < 1);
    expect(step.value).toBe('<span class="match pass">a</span>&amp;a');
  });

  it('is the whole text again when it is read back', () => {
    const nasty = fc.constantFrom(
      '<span class="match pass">',
      '</span>',
      '&amp;',
      '&',
      '<',
      '>',
      '"',
      "'",
      '\0',
      '\ud83d\ude00',
      'a',
      '\n',
      '<!--',
      ']]>',
    );
    const text = fc.array(fc.oneof(nasty, fc.string())).map((parts) => parts.join(''));
    const sources = ['a', '.', '<[^>]*>', '&', '(a|b)+', '\\s*', 'span', '[^a]+'];
    const rules = fc.array(fc.tuple(fc.constantFrom(...sources), fc.boolean()), { maxLength: 4 });
    fc.assert(
      fc.property(text, rules, (given, patterns) => {
        const page = html(given, ...patterns.map(([source, passed]) => marked(source, passed)));
        expect(shownText(page)).toBe(given);
      }),
      { numRuns: 500 },
    );
  });
});
