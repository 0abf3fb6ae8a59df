// Runs shell commands exactly as the documents and pages show them.

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the output. @throws if curl or bash is missing, or if a command fails */
export async function runShell(
  lines: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  for (const program of ['bash', 'curl']) {
    if (spawnSync(program, ['--version']).error) {
      throw new Error(`${program} is missing. Install it: apt-get install ${program}`);
    }
  }
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', lines], {
    env: { ...process.env, ...env },
  });
  return stdout;
}
