import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentsOf } from '../../tools/make-release/contents.ts';
import type { Bench } from '../harness/benchmark.ts';

const ROOT = fileURLToPath(import.meta.resolve('../..'));

/**
 * Makes a release of this clone, laid out as npm installs it, with links to the packages that are installed here.
 * @returns its launcher
 */
export async function installRelease(bench: Bench): Promise<string> {
  const { files, released } = await contentsOf(ROOT, 0);
  const installed = join(await bench.folder(), 'node_modules', 'formstead');
  for (const { path, bytes } of files) {
    const target = join(installed, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  for (const path of Object.keys(released)) {
    const link = join(installed, path);
    // Packages for other platforms are not here, and one inside another comes with it.
    if (!path || existsSync(link) || !existsSync(join(ROOT, path))) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, path), link);
  }
  return join(installed, 'bin', 'formstead.mjs');
}
