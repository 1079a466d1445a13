import { describe, expect, it } from 'vitest';
import { maskedConfiguration } from './configuration-mask.js';
import { maskedPlan } from './masked-plan.js';

describe('configuration within plans', () => {
  it.each([
    ['enable secret 5 $1$abcd$xyzxyzxyz', 'xyzxyz'],
    ['no enable secret hunter2', 'hunter2'],
    ['username bob privilege 15 password 7 0822455D0A16', '0822455'],
    [' password "with a blank"', 'blank'],
    ['snmp-server community s3cret RO', 's3cret'],
    ['no snmp-server community s3cret RO', 's3cret'],
    ['crypto isakmp key k3y address 192.0.2.1', 'k3y'],
    ['tacacs-server key 7 0822455D0A16', '0822455'],
    ['  neighbor 192.0.2.1 password hunter2', 'hunter2'],
    ['-    password hunter2;', 'hunter2'],
    ['+         auth-password "hunter2";', 'hunter2'],
    ['<password>hunter2</password>', 'hunter2'],
    ['<x:auth-key xmlns:x="http://x">hunter2</x:auth-key>', 'hunter2'],
    ['{"password": "hunter2"}', 'hunter2'],
  ])('shows no secret of %s', (line, secret) => {
    for (const text of [line, `+${line}`, `-${line}`, `interface x\n ${line}\n!`]) {
      const shown = maskedConfiguration(text);
      expect(shown).toContain('<SECRET>');
      expect(shown).not.toContain(secret);
    }
  });

  it.each([
    'interface GigabitEthernet0/1\n no shutdown\n description to the key account',
    'ip community-list standard CUSTOMERS permit 65000:100',
    ' devices {\n+    device ce0 {\n',
    '<device xmlns="http://x"><name>ce0</name><config/></device>',
    '',
  ])('shows the rest as it is: %j', (text) => {
    expect(maskedConfiguration(text)).toBe(text);
  });

  it('takes no longer for lines without an end', () => {
    const text = `password ${'key '.repeat(250_000)}`;
    expect(maskedConfiguration(text)).toBe('<SECRET>');
    const elements = '<password'.repeat(100_000);
    expect(maskedConfiguration(elements)).toBe('<SECRET>');
  });

  it('is masked wherever it stands in a plan, with what is known to be secret', () => {
    const data = 'tunnel k1k1k1\n password other';
    const plan = { native: { device: [{ name: 'ce0', data, password: 'third' }] } };
    expect(maskedPlan(plan, ['k1k1k1'])).toEqual({
      native: {
        device: [
          { name: 'ce0', data: 'tunnel <SECRET>\n password <SECRET>', password: '<SECRET>' },
        ],
      },
    });
  });
});
