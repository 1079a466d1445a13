import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { safeMarkup, shownText } from './safe-markup.js';

/** Whatever is left of a text once the tags are out that give form. */
const withoutForm = (markup: string) => markup.replace(/<\/?[a-z][a-z0-9]{0,15}>/g, '');
/** What makes markup out of text. */
const piece = fc.constantFrom(
  ...['<', '>', '</', '<b>', '<p class="x">', '<script>', '<img src=x onerror=y>', '"', "'", '&'],
  ...['<!x!>', '<!', '!>', '<!--', '&lt;', '<b', '/>', 'javascript:', '<a href="<!x!>">', ' '],
);
const hostile = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 5 })))
  .map((parts) => parts.join(''));

describe('safeMarkup', () => {
  it('keeps tags that give form, without their attributes', () => {
    expect(safeMarkup('<P class="x" onclick="y">One<br/>two</P>', {})).toBe('<p>One<br>two</p>');
  });

  it('shows every other tag letter by letter', () => {
    expect(safeMarkup('<script>x</script><img src=x onerror=y>', {})).toBe(
      '&lt;script&gt;x&lt;/script&gt;&lt;img src=x onerror=y&gt;',
    );
  });

  it('puts values in letter by letter, objects as JSON', () => {
    const variables = { name: '<b>"x"</b>', list: [1] };
    expect(safeMarkup('<i><!name!></i>: <!list!>', variables)).toBe(
      '<i>&lt;b&gt;&quot;x&quot;&lt;/b&gt;</i>: [\n  1\n]',
    );
  });

  it('reads no value again, and leaves a name without a value as it is', () => {
    expect(safeMarkup('<!a!> <!none!>', { a: '<!b!>', b: 'x' })).toBe('&lt;!b!&gt; &lt;!none!&gt;');
  });

  it('takes no key of every object for a variable', () => {
    expect(safeMarkup('<!constructor!>', {})).toBe('&lt;!constructor!&gt;');
  });

  it('keeps entities of an author', () => {
    expect(safeMarkup('a &lt; b &amp; c & d &copy;', {})).toBe('a &lt; b &amp; c &amp; d &copy;');
  });

  it('ends where a value that is asked for often would be too long', () => {
    const markup = safeMarkup('<!x!>'.repeat(100), { x: 'y'.repeat(100_000) });
    expect(markup).toHaveLength(1_000_002);
  });

  it('makes nothing of any text but tags without attributes', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, x) => {
        expect(withoutForm(safeMarkup(text, { x }))).not.toMatch(/[<>"]/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('shownText', () => {
  it('leaves texts as they are', () => {
    expect(shownText('x')).toBe('x');
    expect(shownText(null)).toBe('null');
  });
});
