// Holds web/src/mantine.css to the components of Mantine that are built: with all of its styles, each page would wait for
// twice as much.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const COMPONENT = /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:.+[\\/])?([A-Z]\w+)\.mjs$/;
const STYLES = fileURLToPath(
  new URL('../styles/', import.meta.resolve('@mantine/core/styles.css')),
);
const IMPORTED = /@import "@mantine\/core\/styles\/(\w+)\.css"/g;

/** Ends the build when a component would be shown without its styles. */
export function mantineStyles(): Plugin {
  let file = '';
  return {
    name: 'mantine-styles',
    apply: 'build',
    configResolved({ root }) {
      file = join(root, 'src', 'mantine.css');
    },
    generateBundle(_options, bundle) {
      const imported = new Set(
        [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name]) => name),
      );
      const built = Object.values(bundle).flatMap((each) =>
        each.type === 'chunk' ? componentsIn(each.modules) : [],
      );
      const missing = built.filter((name) => hasStyles(name) && !imported.has(name));
      if (missing.length > 0) {
        this.error(`${file} lacks the styles of ${[...new Set(missing)].join(', ')}`);
      }
    },
  };
}

type Modules = Readonly<Record<string, { readonly code: string | null }>>;

const componentsIn = (modules: Modules): readonly string[] =>
  Object.entries(modules).flatMap(([id, { code }]) => {
    const name = code === null || code === '' ? undefined : COMPONENT.exec(id)?.[1];
    return name === undefined ? [] : [name];
  });

const hasStyles = (name: string): boolean => existsSync(join(STYLES, `${name}.css`));
