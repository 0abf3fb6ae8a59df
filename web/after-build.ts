import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Plugin } from 'vite';

/** A plugin that calls `write` with the folder of the built files and their manifest, once all of them are written. */
export function afterBuild(
  name: string,
  write: (folder: string, manifest: Manifest) => void,
): Plugin {
  let folder = '';
  return {
    name,
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        write(folder, JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')));
      },
    },
  };
}
