/**
 * Prints of vitest's JSON report how many tests passed and failed, on one line, then each one that failed, the first
 * ones with their messages.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 40;
const MOST_MESSAGES = 25;

const { testResults, numPassedTests } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const failed = testResults.flatMap((file) => {
  const name = relative(process.cwd(), file.name);
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  const itself = file.status === 'failed' && tests.length === 0;
  return [
    ...(itself ? [{ title: name, message: file.message }] : []),
    ...tests.map((test) => ({
      title: `${name} > ${[...test.ancestorTitles, test.title].join(' > ')}`,
      message: test.failureMessages.join('\n'),
    })),
  ];
});
const short = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MOST_LINES)
    .join('\n');

console.log(numPassedTests, failed.length);
failed.forEach(({ title, message }, index) => {
  console.log(`FAILED ${title}`);
  if (index < MOST_MESSAGES) console.log(`${short(message)}\n`);
});
