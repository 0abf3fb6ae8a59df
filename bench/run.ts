// `npm run bench [-- --quick] [-- --write] [-- NAME…]`: runs all benchmarks, or those named, as ratios to references
// that are measured in the same run. A name also stands for those that begin with it: `pages` for `pages-builder`. Prints tables; with --write they also go into docs/benchmarks.md. --quick takes
// about a minute and only shows that everything works: its figures mean nothing.
import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openWorkshop } from './harness/bench.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { writeReport } from './harness/document.ts';
import { describeMachine } from './harness/machine.ts';
import { type Goal, goalTable, renderReport, renderTable } from './harness/report.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function findBenchmarks(): Promise<readonly Benchmark[]> {
  const folder = new URL('./benchmarks/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules: { readonly benchmark: Benchmark }[] = await Promise.all(
    files.map((name) => import(new URL(name, folder).href)),
  );
  return modules.map(({ benchmark }) => benchmark).sort((a, b) => a.order - b.order);
}

function choose(known: readonly Benchmark[], names: readonly string[]): readonly Benchmark[] {
  const isNamed = (benchmark: Benchmark, name: string) =>
    benchmark.name === name || benchmark.name.startsWith(`${name}-`);
  const unknown = names.find((name) => !known.some((benchmark) => isNamed(benchmark, name)));
  if (unknown !== undefined) {
    const list = known.map(({ name }) => name).join(', ');
    throw new Error(`There is no benchmark ${unknown}, only ${list}.`);
  }
  return names.length === 0
    ? known
    : known.filter((benchmark) => names.some((name) => isNamed(benchmark, name)));
}

function circumstances(machine: readonly string[], busy: number): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Measured ${day} on ${machine.join('; ')}. Load average of the machine before: ${busy.toFixed(1)}.`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { quick, write } = values;
  if (quick && write) throw new Error('The figures of a quick run are not worth writing down.');
  const benchmarks = choose(await findBenchmarks(), positionals);
  const machine = describeMachine();
  print(machine.join('\n'));
  const goals: Goal[] = [];
  const workshop = openWorkshop(quick);
  try {
    for (const { name, run } of benchmarks) {
      const bench = workshop.bench();
      try {
        const [busy = 0] = loadavg();
        const report = await run(bench);
        print(`\n${renderReport(report)}`);
        goals.push(...report.goals);
        if (write) writeReport(name, report, circumstances(machine, busy));
      } finally {
        await bench.cleanUp();
      }
    }
  } finally {
    await workshop.close();
  }
  print(`\n## All goals${quick ? ' (a quick run: these figures mean nothing)' : ''}\n`);
  print(renderTable(goalTable(goals)));
}

// Node ends a program that waits for a promise without any pending work, and reports success.
const unfinished = (): void => {
  process.stderr.write('The benchmarks ended before they were done: something never answered.\n');
  process.exitCode = 1;
};
process.once('exit', unfinished);
main()
  .catch((cause: unknown) => {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
  })
  .finally(() => process.off('exit', unfinished));
