import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { cellsOf, HEAD } from './report.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const RESULTS = path('bench/results.json');
const PAGE = path('docs/benchmarks.md');

const readResults = () => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {});

/** Where and when figures were measured: without that they say little. */
function circumstances() {
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: path('.') });
  return {
    machine: `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    load: Number(loadavg()[2].toFixed(1)),
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    commit: String(commit).trim(),
  };
}

/** Keeps the figures of a benchmark in place of older ones, and puts them on the page. */
export async function saveResults(name, rows) {
  const results = { ...readResults(), [name]: { ...circumstances(), rows } };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, await pageOf(readFileSync(PAGE, 'utf8'), results));
}

function tableOf({ machine, load, node, date, commit, rows }) {
  const lines = [HEAD, HEAD.map((_, at) => (at === 0 ? '---' : '---:')), ...rows.map(cellsOf)];
  const measured = `Measured on ${date} at commit ${commit} with Node ${node} on ${machine}; load ${load} before the end.`;
  return `${measured}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}

/** The page with its tables: each stands between two marks with the name of its benchmark. */
async function pageOf(page, results) {
  const marked = /<!-- bench ([\w-]+) -->[\s\S]*?<!-- end -->/g;
  const filled = page.replaceAll(marked, (_, name) => {
    const table = results[name] ? `${tableOf(results[name])}\n\n` : '';
    return `<!-- bench ${name} -->\n\n${table}<!-- end -->`;
  });
  return format(filled, { filepath: PAGE, ...(await resolveConfig(PAGE)) });
}
