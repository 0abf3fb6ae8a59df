import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Replaces a piece of source code in a file of Formstead, so that the program differs only in the measured piece. For a
 * module that `node --import` loads first.
 * @throws Error if the file does not exist, or does not contain the pattern exactly once
 */
export function replace(file: string, pattern: RegExp, text: string): void {
  const at = new URL(`../../../src/${file}`, import.meta.url);
  if (!existsSync(at)) throw new Error(`there is no src/${file} any more`);
  const replaced = (whole: string): string => {
    const [before, behind, ...more] = whole.split(pattern);
    if (before === undefined || behind === undefined || more.length > 0) {
      throw new Error(`src/${file} has not just one ${pattern}`);
    }
    return before + text + behind;
  };
  // At once, so that a test need not start a server to find a pattern that is there no more.
  replaced(readFileSync(at, 'utf8'));
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== at.href) return loaded;
      const { source: given = '' } = loaded;
      const whole =
        typeof given === 'string' ? given : new TextDecoder().decode(given ?? undefined);
      return { ...loaded, source: replaced(whole) };
    },
  });
}

/** Replaces a function that the file exports. @param code plain JavaScript that exports a function of the same name */
export function replaceFunction(file: string, name: string, code: string): void {
  // The former function stays in the file as an unused expression.
  replace(file, new RegExp(`^export (?=(?:async )?function ${name}[<(])`, 'm'), `${code}\nvoid `);
}
