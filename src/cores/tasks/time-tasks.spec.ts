import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { outputOf, TASK_NOW } from '../../../test/support/factories/run-task.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';

const FORMAT = 'YYYY-MM-DDTHH:mm:ss.SSSSSSZZ';
const at = (time: string, formatString = FORMAT): JsonObject => ({ time, formatString });

describe('getTime', () => {
  it('tells the time of the step in a zone, with its parts', () => {
    expect(outputOf('getTime', { timezone: '-05:00', offsetDuration: '', format: '' })).toEqual({
      time: '2026-11-21T07:30:05.052000-0500',
      formatString: FORMAT,
      year: 2026,
      month: 11,
      day: 21,
      hour: 7,
      minute: 30,
      second: 5,
      millisecond: 52,
    });
  });

  it('is in UTC where nobody says a zone, and takes a format', () => {
    expect(outputOf('getTime', { timezone: '', format: 'HH:mm:ss.sss' })).toEqual({
      time: '12:30:05.055',
      formatString: 'HH:mm:ss.sss',
    });
  });

  it.each<[JsonValue, string]>([
    [{ days: 7, months: 1 }, '2026-12-28'],
    [{ day: 1 }, '2026-11-22'],
    [-86_400_000, '2026-11-20'],
    ['86400000', '2026-11-22'],
    ['{"weeks":-1}', '2026-11-14'],
    ['', '2026-11-21'],
  ])('is moved by %j', (offsetDuration, time) => {
    const format = 'YYYY-MM-DD';
    expect(outputOf('getTime', { offsetDuration, format })).toEqual({ time, formatString: format });
  });

  it.each<JsonObject>([
    { timezone: 'Nowhere/Land' },
    { offsetDuration: { fortnights: 1 } },
    { offsetDuration: 'soon' },
    { offsetDuration: { days: 'x' } },
    { offsetDuration: 1e300 },
    { format: 'x'.repeat(1000) },
    { format: ['YYYY'] },
  ])('is an error with %j', (input) => {
    expect(outputOf('getTime', input)).toBe('error');
  });

  it('knows the names of zones', () => {
    expect(outputOf('getTime', { timezone: 'America/New_York', format: 'HH:mm Z' })).toEqual({
      time: '07:30 -05:00',
      formatString: 'HH:mm Z',
    });
  });
});

describe('formats', () => {
  it.each([
    ['YY YYYY Q', '26 2026 4'],
    ['M MM MMM MMMM Mo', '11 11 Nov November 11th'],
    ['D DD Do DDD DDDD', '21 21 21st 325 325'],
    ['d dd ddd dddd E', '6 Sa Sat Saturday 6'],
    ['H HH h hh k kk A a', '12 12 12 12 12 12 PM pm'],
    ['m mm s ss S SS SSS', '30 30 5 05 0 05 052'],
    ['Z ZZ X x', `+00:00 +0000 ${Math.floor(TASK_NOW / 1000)} ${TASK_NOW}`],
    ['[at] H[h] \\D', 'at 12h D'],
    [
      'LT | L | LL | LLLL',
      '12:30 PM | 11/21/2026 | November 21, 2026 | Saturday, November 21, 2026 12:30 PM',
    ],
    ['W WW GGGG', '47 47 2026'],
  ])('%s', (format, time) => {
    expect(outputOf('getTime', { format })).toEqual({ time, formatString: format });
  });
});

describe('times', () => {
  it('are converted into other formats, offsets kept', () => {
    const inputTime = at('2023-04-28T01:21:14.052000-1100');
    expect(outputOf('convertTimeFormat', { inputTime, newFormatString: 'LLL Z' })).toEqual({
      time: 'April 28, 2023 1:21 AM -11:00',
      formatString: 'LLL Z',
    });
  });

  it('are moved by durations, in their own format', () => {
    const inputTime = at('28.04.2023 23:59', 'DD.MM.YYYY HH:mm');
    expect(outputOf('addDuration', { inputTime, offsetDuration: { minutes: 1 } })).toEqual(
      at('29.04.2023 00:00', 'DD.MM.YYYY HH:mm'),
    );
  });

  it('are put into other zones as if they were of Greenwich', () => {
    const inputTime = at('2023-04-28 10:00', 'YYYY-MM-DD HH:mm');
    for (const NewTimezone of ['-05:00', '-5', -5]) {
      expect(outputOf('convertTimezone', { inputTime, NewTimezone })).toEqual(
        at('2023-04-28 05:00', 'YYYY-MM-DD HH:mm'),
      );
    }
  });

  it('are seconds or milliseconds since 1970, and back', () => {
    const inputTime = at('2023-06-29T15:00:00.500000+0000');
    expect(outputOf('convertTimeToEpoch', { inputTime, EpochFormat: 'Seconds' })).toBe(
      1_688_050_800,
    );
    expect(outputOf('convertTimeToEpoch', { inputTime, EpochFormat: 'Milliseconds' })).toBe(
      1_688_050_800_500,
    );
    expect(
      outputOf('convertEpochToObject', {
        epoch: 1_688_050_800,
        epochFormat: 'Seconds',
        newFormatString: 'LLL',
      }),
    ).toEqual(at('June 29, 2023 3:00 PM', 'LLL'));
  });

  it('differ by so many of each unit', () => {
    const input = {
      firstTime: at('2023-04-01T00:00:00.000000+0000'),
      secondTime: at('2023-05-01T00:00:00.000000+0000'),
    };
    expect(outputOf('calculateTimeDiff', input)).toEqual({
      milliseconds: -2_592_000_000,
      seconds: -2_592_000,
      minutes: -43_200,
      hours: -720,
      days: -30,
      months: -0.985_646_522_515_862_7,
      years: -0.082_137_210_209_655_23,
    });
  });

  it.each<JsonValue>([
    at('yesterday'),
    at('2023-02-30', 'YYYY-MM-DD'),
    at('1', 'YYYY'),
    at('', ''),
    'x',
    null,
    {},
  ])('are refused that are none: %j', (inputTime) => {
    expect(outputOf('convertTimeFormat', { inputTime, newFormatString: 'YYYY' })).toBe('error');
  });

  it('are also read from ISO text and milliseconds', () => {
    const newFormatString = 'YYYY-MM-DD HH:mm ZZ';
    for (const inputTime of ['2023-04-28T10:00:00+02:00', { time: '2023-04-28T10:00:00+02:00' }]) {
      expect(outputOf('convertTimeFormat', { inputTime, newFormatString })).toEqual(
        at('2023-04-28 10:00 +0200', newFormatString),
      );
    }
    expect(outputOf('convertTimeFormat', { inputTime: 0, newFormatString })).toEqual(
      at('1970-01-01 00:00 +0000', newFormatString),
    );
  });

  it('are what they were when they are shown and read again', () => {
    const formats = [
      FORMAT,
      'x',
      'ddd, D MMM YYYY hh:mm:ss.SSS A Z',
      'YYYY DDDD HHmmssSSS ZZ',
      'MMMM Do YYYY, H:m:s.SSS Z',
    ];
    const epoch = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9000, 0) });
    fc.assert(
      fc.property(
        epoch,
        fc.constantFrom(...formats),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (ms, format, offset) => {
          const shown = outputOf('convertEpochToObject', {
            epoch: ms,
            newFormatString: format,
          }) as JsonObject;
          const moved = outputOf('addDuration', {
            inputTime: shown,
            offsetDuration: { minutes: offset },
          }) as JsonObject;
          const read = (inputTime: JsonObject): unknown =>
            outputOf('convertTimeToEpoch', { inputTime, EpochFormat: 'Milliseconds' });
          expect(read(shown)).toBe(ms);
          expect(read(moved)).toBe(ms + offset * 60_000);
        },
      ),
    );
  });
});
