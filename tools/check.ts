// `npm run check`: runs all checks that don't run the product. Every step runs, even after another has failed, so that
// one run shows all faults.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { styleText } from 'node:util';

interface Step {
  readonly name: string;
  /** A program for this Node, and its arguments. */
  readonly command: readonly string[];
}

interface Outcome {
  readonly step: Step;
  readonly passed: boolean;
  readonly output: string;
  readonly seconds: number;
}

const CACHE = 'node_modules/.cache';
const STEPS: readonly Step[] = [
  {
    name: 'types',
    command: ['tools/check-types.ts', 'tsconfig.json', `${CACHE}/check-server.tsbuildinfo`],
  },
  {
    name: 'types of the web pages',
    command: ['tools/check-types.ts', 'web/tsconfig.json', `${CACHE}/check-web.tsbuildinfo`],
  },
  {
    name: 'types of the client',
    command: ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json'],
  },
  {
    name: 'lint and format',
    command: [
      'node_modules/@biomejs/biome/bin/biome',
      ...[
        'ci',
        '--error-on-warnings',
        '--diagnostic-level=warn',
        '--max-diagnostics=200',
        '--colors=off',
      ],
    ],
  },
  { name: 'promises and assertions', command: ['tools/typed-lint.ts'] },
  {
    name: 'promises and assertions of the client',
    command: ['tools/typed-lint.ts', 'client/tsconfig.json'],
  },
  { name: 'architecture', command: ['--test', 'test/architecture*.test.ts'] },
  { name: 'written pages', command: ['--test', 'test/documents.test.ts'] },
  { name: 'journeys of the fields', command: ['--test', 'test/journeys/every-kind.test.ts'] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'generated documents', command: ['tools/generate.ts', '--check'] },
  { name: 'lock file', command: ['tools/complete-lock.mjs', '--check'] },
];

function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, step.command, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const output = Buffer.concat(chunks).toString('utf8').trim();
      const seconds = (performance.now() - started) / 1000;
      resolve({ step, passed: code === 0, output, seconds });
    });
  });
}

function report({ step, passed, seconds }: Outcome): void {
  const word = passed ? styleText('green', 'ok  ') : styleText('red', 'FAIL');
  process.stdout.write(`${word} ${step.name} (${seconds.toFixed(1)} s)\n`);
}

async function main(): Promise<number> {
  const waiting = [...STEPS];
  const failed: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const outcome = await runStep(step);
      report(outcome);
      if (!outcome.passed) failed.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  for (const { step, output } of failed) {
    process.stdout.write(`\n--- ${step.name} ---\n${output}\n`);
  }
  const names = failed.map(({ step }) => step.name).join(', ');
  const verdict = failed.length === 0 ? `all ${STEPS.length} checks passed` : `failed: ${names}`;
  process.stdout.write(`\n${verdict}\n`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
