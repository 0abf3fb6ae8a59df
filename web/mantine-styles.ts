// Holds the imported styles of Mantine to its components that are built: with all of its styles, each page would wait for
// twice as much.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The classes of a component: Mantine writes them into a module of their own. */
const CLASSES = /^(.+[\\/]@mantine[\\/]\w+)[\\/]esm[\\/](?:.+[\\/])?(\w+)\.module\.mjs$/;
const CLASS = /\bm_[\da-f]+\b/g;

/** Ends the build when a component would be shown without its styles. */
export const mantineStyles = (): Plugin => ({
  name: 'mantine-styles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const outputs = Object.values(bundle);
    const styled = classesIn(outputs.map(cssOf).join('\n'));
    const components = outputs.flatMap((each) =>
      each.type === 'chunk' ? componentsIn(each.modules) : [],
    );
    if (components.length === 0) this.error('No component of Mantine is known by its classes');
    const missing = components
      .filter(({ classes }) => classes.some((each) => !styled.has(each)))
      .map(({ name }) => name);
    if (missing.length > 0) {
      this.error(`The styles of ${[...new Set(missing)].join(', ')} are not imported`);
    }
  },
});

type Modules = Readonly<Record<string, { readonly code: string | null }>>;

interface Component {
  readonly name: string;
  /** Those of its classes that its package has styles for. */
  readonly classes: readonly string[];
}

const componentsIn = (modules: Modules): readonly Component[] =>
  Object.entries(modules).flatMap(([id, { code }]) => {
    const [, folder, name] = CLASSES.exec(id) ?? [];
    if (folder === undefined || name === undefined || code === null) return [];
    const known = stylesOf(folder);
    return [{ name, classes: [...classesIn(code)].filter((each) => known.has(each)) }];
  });

const classesIn = (text: string): ReadonlySet<string> => new Set(text.match(CLASS));

const cssOf = (output: Rolldown.OutputAsset | Rolldown.OutputChunk): string =>
  output.type === 'asset' && output.fileName.endsWith('.css') ? String(output.source) : '';

const known = new Map<string, ReadonlySet<string>>();

/** Returns the classes that a package of Mantine has styles for. */
function stylesOf(folder: string): ReadonlySet<string> {
  const file = join(folder, 'styles.css');
  const found = known.get(folder) ?? classesIn(existsSync(file) ? readFileSync(file, 'utf8') : '');
  known.set(folder, found);
  return found;
}
