// The package @formstead/client as a user has it: packed, and installed by npm into an empty folder.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { writeArchive } from '../../tools/make-release/archive.ts';
import { clientPackage } from '../../tools/make-release/client-package.ts';

const run = promisify(execFile);

/** What a program that imports the package gets. */
export type ClientModule = typeof import('../../client/src/index.ts');

export interface InstalledClient {
  /** Where the package is installed; programs lie here. */
  readonly folder: string;
  readonly module: ClientModule;
  /** Compiles the files as strictly as TypeScript can. @returns what it says; empty if all is well */
  compile(...files: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Returns all that an iterator yields. */
export async function allOf<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const each of source) found.push(each);
  return found;
}

export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'formstead-client-package-'));
  const { files } = clientPackage(resolve('.'), '0.1.0', 0);
  const tarball = join(folder, 'formstead-client.tgz');
  await writeArchive(
    tarball,
    files.map((file) => ({ ...file, path: `package/${file.path}` })),
    0,
  );
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  // Without a network: the package needs no other.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const entry = join(folder, 'node_modules/@formstead/client/dist/index.js');
  return {
    folder,
    module: await import(pathToFileURL(entry).href),
    compile: (...names) => compile(folder, names),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function compile(folder: string, files: readonly string[]): Promise<string> {
  await symlink(resolve('node_modules/@types'), join(folder, 'node_modules/@types')).catch(
    () => undefined, // There already.
  );
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022'], module: 'NodeNext', types: ['node'], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    // The types of the package are checked as well, those of Node are not ours.
    skipLibCheck: false,
  };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  return await run(process.execPath, [tsc, '-p', config], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}
