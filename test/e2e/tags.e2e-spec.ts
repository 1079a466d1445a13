import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TagShown, type TagWithReferences } from '../../src/domains/content/tags/tags.dto.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Refused {
  readonly code: string;
  readonly detail: string;
}

describe('tags', () => {
  let platform: TestApp;
  const write = <T>(path: string, body: object) =>
    platform.as<T>('apiwrite', 'POST', path, { body });
  const read = <T>(path: string, body: object) => platform.as<T>('apiread', 'POST', path, { body });
  const all = async (query = '') =>
    (await platform.as<readonly TagShown[]>('apiread', 'GET', `/tags/all${query}`)).json;
  const create = async (name: string, description?: string) =>
    (await write<TagShown>('/tags/create', { data: { name, description } })).json;
  const tagged = async (name: string, tags: readonly string[]) => {
    const document = { name, tags };
    const { json } = await write<{ _id: string }>('/transformations', { create: document });
    return json._id;
  };

  beforeAll(async () => {
    platform = await startApp('e2e-tags');
  });
  afterAll(() => platform.close());

  it('are made, shown and deleted', async () => {
    const made = await create('core', 'Devices of the core');
    const shown = {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      name: 'core',
      description: 'Devices of the core',
      count: 0,
      types: {},
      created: expect.any(String) as string,
      createdBy: expect.any(String) as string,
    };
    expect(made).toEqual(shown);
    expect(await all('?equals[name]=core')).toEqual([shown]);
    const { json } = await read('/tags/get', { id: made._id });
    expect(json).toEqual({ ...shown, references: [] });
    expect((await write<Refused>('/tags/create', { data: { name: 'core' } })).json).toMatchObject({
      code: 'name-taken',
    });
    expect((await write('/tags/delete', { _id: made._id })).json).toEqual({
      status: 'OK',
      message: 'Successfully deleted the tag.',
    });
    expect((await write('/tags/delete', { _id: made._id })).status).toBe(404);
    expect((await read('/tags/get', { id: made._id })).status).toBe(404);
  });

  it('refer to the documents that have them, whether something is said of them or not', async () => {
    const id = await tagged('Has two', ['edge', 'lab']);
    const edge = await create('edge', 'At the edge');
    expect(edge).toMatchObject({ count: 1, types: { transformation: 1 } });
    const { json: found } = await read<TagWithReferences>('/tags/get', { id: edge._id });
    expect(found.references).toEqual([{ type: 'transformation', id, name: 'Has two' }]);
    const { json: both } = await read<readonly TagShown[]>('/tags/getTagsByReference', {
      data: { ref_id: id },
    });
    expect(both).toEqual([
      edge,
      expect.objectContaining({ name: 'lab', description: '', created: null, createdBy: null }),
    ]);
    // Its id is there before anything is said of it, and stays.
    expect((await create('lab'))._id).toBe(both[1]?._id);
    const none = await read('/tags/getTagsByReference', { data: { ref_id: 'absent' } });
    expect(none.json).toEqual([]);
  });

  it('stay while a document has them', async () => {
    const id = await tagged('Has one', ['kept']);
    const { _id } = await create('kept');
    const { status, json } = await write<Refused>('/tags/delete', { _id });
    expect([status, json.code]).toEqual([409, 'in-use']);
    await platform.as('apiwrite', 'DELETE', `/transformations/${id}`);
    expect((await write('/tags/delete', { _id })).status).toBe(200);
  });

  it('are listed by the grammar of lists', async () => {
    await create('grammar-a', 'first');
    await create('grammar-b', 'second');
    const names = async (query: string) => (await all(query)).map(({ name }) => name);
    expect(await names('?startsWith[name]=grammar&order=-1')).toEqual(['grammar-b', 'grammar-a']);
    expect(await names('?equals[description]=second')).toEqual(['grammar-b']);
  });

  it.each([
    ['/tags/get', {}],
    ['/tags/getTagsByReference', { data: {} }],
    ['/tags/create', { data: { name: ' ' } }],
    ['/tags/delete', { id: 'x' }],
  ])('are refused what nobody can mean: %s', async (path, body) => {
    expect((await platform.as('admin', 'POST', path, { body })).status).toBe(400);
  });

  it('are made and deleted by writers alone', async () => {
    expect((await read('/tags/create', { data: { name: 'x' } })).status).toBe(403);
    expect((await read('/tags/delete', { _id: 'x' })).status).toBe(403);
  });
});
