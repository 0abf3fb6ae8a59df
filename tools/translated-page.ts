// Runs tests that find elements by their English texts in another language of the web app.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

type Pair = readonly [english: string, other: string];
type Named = { readonly name?: string | RegExp; readonly exact?: boolean };

const LOCALES = join(import.meta.dirname, '../web/src/locales');
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns each text of the web app in English and in `language`. */
export async function readPairs(language: string): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const file of readdirSync(join(LOCALES, 'en'))) {
    if (file === 'index.ts') continue;
    const [english, other]: unknown[] = await Promise.all([
      import(join(LOCALES, 'en', file)),
      import(join(LOCALES, language, file)),
    ]);
    pairs.push(...pairsIn(english, other));
  }
  return pairs;
}

function pairsIn(english: unknown, other: unknown): readonly Pair[] {
  if (typeof english === 'string' && typeof other === 'string') return [[english, other]];
  if (!isGroup(english) || !isGroup(other)) return [];
  return Object.keys(english).flatMap((key) => pairsIn(english[key], other[key]));
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns all possible translations of an English text; `Page 1` is found by `Page {{number}}`. */
export function translate(text: string, pairs: readonly Pair[]): readonly string[] {
  const all = pairs.flatMap(([english, other]) => {
    if (english === text) return [other];
    if (!/^\w{3}.*\{\{/.test(english)) return [];
    const pattern = escaped(english).replaceAll(/\\\{\\\{(\w+)\\\}\\\}/g, '(?<$1>.+)');
    const groups = new RegExp(`^${pattern}$`).exec(text)?.groups;
    if (groups === undefined) return [];
    const filled = (_: string, name: string): string => {
      const value = groups[name] ?? '';
      return translate(value, pairs)[0] ?? value;
    };
    return [other.replaceAll(/\{\{(\w+)\}\}/g, filled)];
  });
  return [...new Set(all)];
}

/** Returns a page object that takes English names and finds their translations. */
export function translatedPage(page: Page, pairs: readonly Pair[]): Page {
  return translated(page, pairs);
}

function translated<T extends object>(target: T, pairs: readonly Pair[]): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]) => {
        const result: unknown = Reflect.apply(
          member,
          target,
          translateArguments(name, given, pairs),
        );
        return isLocator(result) ? translated(result, pairs) : result;
      };
    },
  });
}

const isLocator = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'getByRole' in value;

function translateArguments(
  method: string | symbol,
  given: readonly unknown[],
  pairs: readonly Pair[],
): readonly unknown[] {
  const [first, second] = given;
  if (method === 'getByRole' && isGroup(second)) {
    return [first, { ...second, name: inWords(second, pairs) }];
  }
  if (method === 'filter' && isGroup(first) && typeof first['hasText'] === 'string') {
    return [{ ...first, hasText: inWords({ name: first['hasText'] }, pairs) }];
  }
  return given;
}

function inWords({ name, exact = false }: Named, pairs: readonly Pair[]): RegExp | undefined {
  if (name === undefined) return undefined;
  const text = typeof name === 'string' ? name : name.source.replace('^', '');
  const words = translate(text, pairs).map(escaped);
  const any = `(?:${(words.length === 0 ? [escaped(text)] : words).join('|')})`;
  // In a translation, the words after the beginning may be in the middle.
  if (typeof name !== 'string') return new RegExp(`^${any.replaceAll(' ', '.*')}`);
  return exact ? new RegExp(`^${any}$`) : new RegExp(any, 'i');
}
