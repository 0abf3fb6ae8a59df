import { registerHooks } from 'node:module';

/**
 * Runs Formstead with another function in the place of one that a file of it exports: the same program but for the part
 * whose price is measured. For a module that `node --import` loads first.
 * @param code plain JavaScript that exports a function of the same name
 */
export function replaceFunction(file: string, name: string, code: string): void {
  const declaration = new RegExp(`export (async )?function ${name}\\(`);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/src/${file}`)) return loaded;
      const { source: given = '' } = loaded;
      const text = typeof given === 'string' ? given : new TextDecoder().decode(given ?? undefined);
      if (!declaration.test(text)) throw new Error(`${file} exports no function ${name} any more`);
      const source = `${text.replace(declaration, '$1function replaced(')}\n${code}\n`;
      return { ...loaded, source };
    },
  });
}
