import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Runs Formstead with another text in the place of one that stands in a file of it: the same program but for the part
 * whose price is measured. For a module that `node --import` loads first.
 * @throws Error when the file is not there, or has not just one such place any more
 */
export function replace(file: string, pattern: RegExp, text: string): void {
  const at = new URL(`../../../src/${file}`, import.meta.url);
  if (!existsSync(at)) throw new Error(`there is no src/${file} any more`);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== at.href) return loaded;
      const { source: given = '' } = loaded;
      const whole =
        typeof given === 'string' ? given : new TextDecoder().decode(given ?? undefined);
      const [before, behind, ...more] = whole.split(pattern);
      if (before === undefined || behind === undefined || more.length > 0) {
        throw new Error(`src/${file} has not just one ${pattern}`);
      }
      return { ...loaded, source: before + text + behind };
    },
  });
}

/** The same for a function that the file exports. @param code plain JavaScript that exports one of the same name */
export function replaceFunction(file: string, name: string, code: string): void {
  // The one of before is left behind as an expression that nobody reads.
  replace(file, new RegExp(`^export (?=(?:async )?function ${name}[<(])`, 'm'), `${code}\nvoid `);
}
