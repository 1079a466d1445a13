import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.js';

describe('withoutSecrets', () => {
  it('empties sealed text and what is named as a secret, and says where it stood', () => {
    const sealed = `$ENC1.0123abcd.${'A'.repeat(40)}`;
    const document = {
      name: 'W',
      formData: { password: 'hunter2', user: 'ada' },
      tasks: { a: { variables: { incoming: { apiKey: 'k', tokens: ['t', '$var.job.t'] } } } },
      note: `with ${sealed} in it`,
    };
    const { document: clean, emptied } = withoutSecrets(document);
    expect(clean).toEqual({
      name: 'W',
      formData: { password: '', user: 'ada' },
      tasks: { a: { variables: { incoming: { apiKey: '', tokens: ['', '$var.job.t'] } } } },
      note: '',
    });
    expect(emptied).toEqual([
      '#/formData/password',
      '#/tasks/a/variables/incoming/apiKey',
      '#/tasks/a/variables/incoming/tokens/0',
      '#/note',
    ]);
  });

  it('leaves references, schemas and everything else as they are', () => {
    const document = {
      token: '$var.job.token',
      secret: '',
      passwordLength: 12,
      schema: {
        properties: { password: { type: 'string', title: 'Password' }, token: 'text' },
        required: ['password'],
      },
    };
    expect(withoutSecrets(document)).toEqual({ document, emptied: [] });
  });
});
