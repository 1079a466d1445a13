import { describe, expect, it } from 'vitest';
import { textOfHtml, written } from './plain-text.js';

describe('a piece of HTML as text', () => {
  it.each([
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['Upgrade <b>core-1</b>?<br/>Now', 'Upgrade core-1?\nNow'],
    ['&lt;script&gt;x&lt;/script&gt; &amp;lt;', '<script>x</script> &lt;'],
    ['a <unclosed', 'a <unclosed'],
    ['<<b>>', '<>'],
    ['&unknown; &nbsp;.', '&unknown;  .'],
  ])('%j is %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });
});

describe('a text as it is written', () => {
  it('shows what would turn its direction', () => {
    expect(written('\u202Egnp.exe\u2066x')).toBe('\uFFFDgnp.exe\uFFFDx');
  });
});
