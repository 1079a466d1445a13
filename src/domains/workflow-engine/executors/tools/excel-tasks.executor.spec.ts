import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type JsonObject } from '#kernel/json.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall } from '../../workers/task-executor.js';
import { ExcelTasks } from './excel-tasks.executor.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Packed {
  readonly local: Buffer;
  readonly entry: Buffer;
}

function packed(name: string, text: string, at: number, claimed?: number): Packed {
  const content = Buffer.from(text);
  const body = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(body.length, 14);
  common.writeUInt32LE(claimed ?? content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  common.copy(entry, 6, 0, 26);
  entry.writeUInt32LE(at, 42);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), body]);
  return { local, entry: Buffer.concat([entry, Buffer.from(name)]) };
}

/** An archive of these files. */
function archive(files: Readonly<Record<string, string>>, claimed?: number): string {
  const parts: Packed[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const part = packed(name, text, at, claimed);
    at += part.local.length;
    parts.push(part);
  }
  const directory = Buffer.concat(parts.map(({ entry }) => entry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts.map(({ local }) => local), directory, end]).toString('base64');
}

const cell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const SHEET = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${cell('A1', 'name')}${cell('B1', 'vlan')}</row><row r="2">${cell('A2', 'edge-1')}<c r="B2"><v>10</v></c></row></sheetData></worksheet>`;
const WORKBOOK = {
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Ports" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': SHEET,
};

function run(input: JsonObject): Promise<TaskOutcome> {
  const call = {
    app: 'WorkFlowEngine',
    name: 'excelToJson',
    input,
    signal: new AbortController().signal,
  };
  return new ExcelTasks().run(call as unknown as TaskCall);
}

describe('excelToJson', () => {
  it('answers rows by the titles of the first one, by sheet', async () => {
    const rows = [{ name: 'edge-1', vlan: 10 }];
    const excel = archive(WORKBOOK);
    expect(await run({ excel })).toEqual({ finish: 'success', output: { Ports: rows } });
    expect(await run({ excel, sheet: 'Ports' })).toEqual({ finish: 'success', output: rows });
    expect(await run({ excel, sheet: 0 })).toMatchObject({ output: rows });
  });

  it.each([
    [{}, 'excel must be a text'],
    [{ excel: 'bm90IGEgd29ya2Jvb2s=' }, 'must be a workbook'],
    [{ excel: archive({ 'a.txt': 'a' }) }, 'that can be read'],
    [{ excel: archive(WORKBOOK, 60_000_000) }, 'at most 100 MB'],
    [{ excel: archive(WORKBOOK), sheet: 'None' }, 'must be the name of a sheet'],
  ])('refuses what is none: %#', async (input, message) => {
    const outcome = await run(input);
    expect(outcome).toMatchObject({ finish: 'error', error: { code: 'invalid-input' } });
    expect(JSON.stringify(outcome)).toContain(message);
  });
});
