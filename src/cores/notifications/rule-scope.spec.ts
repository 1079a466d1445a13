import { describe, expect, it } from 'vitest';
import { chatBody } from './chat-bodies.js';
import { isInScope, type Scope } from './rule-scope.js';

const OPEN: Scope = { workflows: [], devices: [], groups: [] };
const job = {
  topic: 'jobError',
  payload: { workflowId: '5f', workflowName: 'Nightly', groups: ['g1'] },
};
const device = { topic: 'deviceBackupFailed', payload: { id: '7a', name: 'edge-1' } };
const change = { topic: 'deviceChangeInterrupted', payload: { id: '9b', device: 'edge-1' } };
const group = { topic: 'deviceGroupUpdated', payload: { id: '7a', name: 'edge-1' } };

describe('isInScope', () => {
  it.each([
    ['everything', OPEN, job, true],
    ['a workflow by its name', { ...OPEN, workflows: ['x', 'Nightly'] }, job, true],
    ['a workflow by its id', { ...OPEN, workflows: ['5f'] }, job, true],
    ['another workflow', { ...OPEN, workflows: ['nightly'] }, job, false],
    ['a workflow and a group', { ...OPEN, workflows: ['5f'], groups: ['g1'] }, job, true],
    ['a workflow and another group', { ...OPEN, workflows: ['5f'], groups: ['g2'] }, job, false],
    ['a device by its name', { ...OPEN, devices: ['edge-1'] }, device, true],
    ['a device by its id', { ...OPEN, devices: ['7a'] }, device, true],
    ['a device where there is none', { ...OPEN, devices: ['edge-1'] }, job, false],
    ['the device of a change', { ...OPEN, devices: ['edge-1'] }, change, true],
    ['the id of a change as that of a device', { ...OPEN, devices: ['9b'] }, change, false],
    ['a group of the name of a device', { ...OPEN, devices: ['edge-1'] }, group, false],
  ])('compares %s', (_, scope, event, expected) => {
    expect(isInScope(scope, event)).toBe(expected);
  });
});

describe('chatBody', () => {
  const message = { subject: 'Down: <!here>', text: '@channel & <http://a|b>' };

  it.each([
    ['slack', { text: '*Down: &lt;!here&gt;*\n@channel &amp; &lt;http://a|b&gt;' }],
    ['mattermost', { text: '**Down: <!here>**\n\n@\u200bchannel & <http://a|b>' }],
  ] as const)('lets no text call a whole channel of %s', (kind, body) => {
    expect(chatBody(kind, message)).toEqual(body);
  });

  it('makes a card for Teams', () => {
    expect(chatBody('teams', message)).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [{ text: message.subject }, { text: message.text }],
          },
        },
      ],
    });
  });
});
