import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Report, renderReport } from './report.ts';

const FILE = fileURLToPath(import.meta.resolve('../../docs/benchmarks.md'));

const begin = (name: string) => `<!-- ${name}: written by "npm run bench -- --write" -->`;
const end = (name: string) => `<!-- end of ${name} -->`;

/**
 * Puts a report into docs/benchmarks.md, in the place of an earlier one of its name or else at the
 * end. What is written around it by hand stays, and so do benchmarks that were not measured now.
 */
export function writeReport(name: string, report: Report, circumstances: string): void {
  const section = [begin(name), renderReport(report), circumstances, end(name)].join('\n\n');
  const text = readFileSync(FILE, 'utf8');
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  if (from === -1 || to === -1) {
    writeFileSync(FILE, `${text.trimEnd()}\n\n${section}\n`);
    return;
  }
  writeFileSync(FILE, text.slice(0, from) + section + text.slice(to + end(name).length));
}
