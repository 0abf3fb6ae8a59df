// What an import that happens late asks for beside its own file. Vite names all that the file imports, down to what runs
// already: lists that a phone reads with the shell, before it shows anything.
import type { Plugin } from 'vite';

const importsOf = new Map<string, readonly string[]>();

/** Takes note of which file imports which. */
export const lateFiles = (): Plugin => ({
  name: 'late-files',
  generateBundle(_options, bundle) {
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type === 'chunk') importsOf.set(file, output.imports);
    }
  },
});

/** Returns the files to ask for along with `file`, which `host` imports late. */
export function filesBeside(
  file: string,
  files: readonly string[],
  { hostId }: { readonly hostId: string },
): string[] {
  const running = withImports(hostId);
  const others = files.filter((each) => !running.has(each));
  // The import itself asks for the file.
  return others.every((each) => each === file) ? [] : others;
}

function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const each of importsOf.get(file) ?? []) withImports(each, found);
  return found;
}
