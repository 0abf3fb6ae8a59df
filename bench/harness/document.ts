import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Report, renderReport } from './report.ts';

const FILE = fileURLToPath(import.meta.resolve('../../docs/benchmarks.md'));

const begin = (name: string) => `<!-- ${name}: written by "npm run bench -- --write" -->`;
const end = (name: string) => `<!-- end of ${name} -->`;

/**
 * Writes a report into docs/benchmarks.md: it replaces the earlier report of the same name, or else is appended. Text
 * around the reports, and reports of other benchmarks, stay.
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
