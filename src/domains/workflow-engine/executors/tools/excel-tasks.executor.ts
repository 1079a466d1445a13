import { Injectable } from '@nestjs/common';
import { type CellValue, type Row, type Sheet } from 'read-excel-file/universal';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { ownValue } from '#kernel/json-reading.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { fault, neededText, textIn } from '../devices/device-input.js';
import { failedTask } from '../devices/failed-task.js';
import { unpackedBytes } from './zip-sizes.js';

const FILE_BYTES_MAX = 10 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 100 * 1024 * 1024;
const SOURCES = ['excel', 'file', 'data', 'content', 'base64'] as const;

/**
 * Reads workbooks (`excelToJson`). The rows of a sheet are objects by the titles in its first row: a list for
 * the `sheet` that is named, else an object of such lists by the names of all sheets.
 */
@Injectable()
export class ExcelTasks implements TaskExecutor {
  readonly name = 'excel';
  readonly leavesPlatform = false;
  readonly deadlineMs = 60_000;

  handles({ app, name }: TaskType): boolean {
    return app === 'WorkFlowEngine' && name === 'excelToJson';
  }

  isIdempotent(): boolean {
    return true;
  }

  async run({ input, signal }: TaskCall): Promise<TaskOutcome> {
    return failedTask(signal, async () => {
      const sheets = await sheetsOf(fileIn(input));
      return { finish: 'success', output: resultOf(sheets, input) };
    });
  }
}

/** The file as base64, a data URL included. */
function fileIn(input: TaskInput): Buffer {
  const text = neededText(input, ...SOURCES).replace(/^data:[^,]{0,200},/, '');
  if (text.length > (FILE_BYTES_MAX * 4) / 3) throw fault('excel', 'must have at most 10 MB');
  const file = Buffer.from(text, 'base64');
  const unpacked = unpackedBytes(file);
  if (unpacked === undefined) throw fault('excel', 'must be a workbook (xlsx) as base64');
  if (unpacked > UNPACKED_BYTES_MAX) throw fault('excel', 'must unpack to at most 100 MB');
  return file;
}

async function sheetsOf(file: Buffer): Promise<readonly Sheet[]> {
  const { default: readWorkbook } = await import('read-excel-file/universal');
  try {
    return await readWorkbook(new Uint8Array(file).buffer);
  } catch {
    throw fault('excel', 'must be a workbook (xlsx) that can be read');
  }
}

function resultOf(sheets: readonly Sheet[], input: TaskInput): JsonValue {
  const given = ownValue(input, 'sheet') ?? '';
  const name = textIn(input, 'sheet') ?? (typeof given === 'number' ? sheets[given]?.sheet : '');
  if (name === '')
    return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, records(data)]));
  const found = sheets.find(({ sheet }) => sheet === name);
  if (found) return records(found.data);
  throw fault('sheet', 'must be the name of a sheet');
}

/** Empty rows are left out, and columns without a title have the title of their number. */
function records([titles = [], ...rows]: readonly Row[]): JsonObject[] {
  const names = titles.map((title, at) =>
    title === null ? `column${at + 1}` : String(cell(title)),
  );
  return rows
    .filter((row) => row.some((value) => value !== null))
    .map((row) =>
      Object.fromEntries(row.map((value, at) => [names[at] ?? `column${at + 1}`, cell(value)])),
    );
}

function cell(value: CellValue | null): string | number | boolean | null {
  // The types of the package call a date the class itself.
  const known: unknown = value;
  if (known instanceof Date) return known.toISOString();
  return value as string | number | boolean | null;
}
