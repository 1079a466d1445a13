import { describe, expect, it } from 'vitest';
import { escapedMarkup } from './markup.js';

describe('escapedMarkup', () => {
  it('shows a text letter by letter, in an attribute too', () => {
    expect(escapedMarkup('<a href="&amp;" b=\'c\'>')).toBe(
      '&lt;a href=&quot;&amp;amp;&quot; b=&#39;c&#39;&gt;',
    );
  });
});
