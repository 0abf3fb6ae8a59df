// Writes which packages the pages are built from. A release lists them in its notices and in its bill of materials,
// because it contains parts of them, while package.json only names them as tools for development.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const PACKAGE = /^(?:.*?\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** Workers are built by themselves, before the pages are written. */
const found = new Set<string>();

/** Takes note of the packages of one build, of the pages or of a worker. */
export const packagesOfBuild = (): Plugin => ({
  name: 'packages-of-build',
  apply: 'build',
  generateBundle(_options, bundle) {
    // Fonts and WebAssembly are no modules; they are files that were copied.
    const copied = Object.values(bundle).flatMap((each) =>
      each.type === 'asset' ? each.originalFileNames : [],
    );
    for (const id of [...this.getModuleIds(), ...copied]) {
      const [, path] = PACKAGE.exec(id) ?? [];
      if (path !== undefined) found.add(path);
    }
  },
});

/** Writes `.vite/packages.json`: paths as in package-lock.json, such as `node_modules/react`. */
export const bundledPackages = (): Plugin =>
  afterBuild('bundled-packages', (folder) => {
    const text = JSON.stringify([...found].sort(), null, 2);
    writeFileSync(join(folder, '.vite', 'packages.json'), `${text}\n`);
  });
