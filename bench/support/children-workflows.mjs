/** Workflows whose jobs start jobs. */
import { chain, task } from './engine-workflows.mjs';

export const sets = (value) => task('newVariable', { name: 'list', value }, { value: null });
const starts = (workflow) =>
  task(
    'childJob',
    {
      workflow,
      variables: {},
      loopType: 'parallel',
      data_array: '$var.job.list',
      transformation: '',
    },
    { job_details: null },
  );
const waits = (time) => task('delay', { time }, { time_in_milliseconds: null });
export const elements = (count) => Array.from({ length: count }, (_, port) => ({ port }));
/** A workflow whose job starts so many of the child at a time. */
export const fan = (name, count, child) => chain(name, sets(elements(count)), starts(child));

/** Each starts 500 of the next: 62,500,000,000 in all. */
export const CHILDREN = [
  fan('L0', 500, 'L1'),
  fan('L1', 500, 'L2'),
  fan('L2', 500, 'L3'),
  fan('L3', 500, 'Small'),
  chain('Small', sets(1)),
];
/** 50 jobs that start 50 each that start 9 each, which wait for an hour: 25,050 jobs below the first. */
export const PATIENT = [
  fan('P0', 50, 'P1'),
  fan('P1', 50, 'P2'),
  fan('P2', 9, 'Patient'),
  chain('Patient', waits(3600)),
];
/** Takes a second. */
export const SECOND = chain('Second', waits(1));
