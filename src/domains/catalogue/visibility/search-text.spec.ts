import { describe, expect, it } from 'vitest';
import { searchTerm, searchText } from './search-text.js';

describe('searchText', () => {
  const text = searchText({
    name: '@acme/VLAN',
    author: 'Ａcme',
    keywords: ['Switch', 'l2'],
    description: 'Provision\r\nVLANs',
  });

  it('holds name, author, keywords and description in folded form', () => {
    expect(text).toBe('@acme/vlan\nacme\nswitch\nl2\nprovision vlans');
  });

  it('is found by terms of any case and width, but not across two fields', () => {
    expect(text.includes(searchTerm('ACME/vlan'))).toBe(true);
    expect(text.includes(searchTerm('provision\nVLANS'))).toBe(true);
    expect(text.includes(searchTerm('switch\nl2'))).toBe(false);
  });
});
