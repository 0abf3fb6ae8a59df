// The package @formstead/client: compiled, with its types, and without dependencies.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ArchiveFile } from './archive.ts';
import { sbom } from './sbom.ts';

const COPIED = ['LICENSE', 'client/README.md'];
const TSC = 'node_modules/typescript/bin/tsc';

/** What the package takes from client/package.json. */
interface ClientManifest {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}

export interface ClientPackage {
  readonly name: string;
  readonly sbomText: string;
  /** By path from the root of the package. */
  readonly files: readonly ArchiveFile[];
}

/**
 * Compiles the client.
 * @param root the folder of the repository
 * @param version that of the release
 * @param seconds time of the commit, in seconds since 1970
 * @throws Error if the client has a type error
 */
export function clientPackage(root: string, version: string, seconds: number): ClientPackage {
  const own: ClientManifest = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));
  const { name, description, license, engines } = own;
  const subject = { name, version, description, license, type: 'library' } as const;
  const sbomText = jsonText(sbom(subject, [], { seconds }));
  const manifest = {
    ...{ name, version, description, license, type: 'module', engines },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'sbom.cdx.json'],
    sideEffects: false,
  };
  const texts = [
    ['package.json', jsonText(manifest)],
    ['sbom.cdx.json', sbomText],
    ...COPIED.map((path) => [path.replace('client/', ''), readFileSync(join(root, path), 'utf8')]),
    ...compiled(root),
  ] as const;
  const files = texts.map(([path = '', text = '']) => ({
    path,
    bytes: Buffer.from(text),
    isExecutable: false,
  }));
  return { name: 'formstead-client', sbomText, files };
}

function compiled(root: string): readonly (readonly [string, string])[] {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-client-'));
  try {
    const emit = ['--noEmit', 'false', '--outDir', folder];
    const project = join(root, 'client');
    execFileSync(process.execPath, [join(root, TSC), '-p', project, ...emit], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`dist/${relative(folder, file)}`, readFileSync(file, 'utf8')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
