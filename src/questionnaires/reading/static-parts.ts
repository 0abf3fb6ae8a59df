// Headings and instruction texts, where they stand between the questions.

import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { isPicture } from '#questionnaires/definition/picture.ts';
import { type Block, readRichText } from '#questionnaires/definition/rich-text.ts';
import { isStaticType, type StaticType } from '#questionnaires/definition/static-types.ts';
import { localText } from './questions.ts';
import type { FormFacts } from './shown-answer.ts';

export interface StaticPart {
  readonly name: string;
  readonly type: StaticType;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly blocks: readonly Block[];
  /** A `data:` URL. */
  readonly picture: string | undefined;
  /** What it shows, in words; empty when it only decorates. */
  readonly pictureText: string;
  /** The titles of the page and the panels around it, outermost first. */
  readonly section: readonly string[];
  /** The name of the question that follows it; undefined behind the last one. */
  readonly before: string | undefined;
}

/** Returns the headings and texts of a definition in the order of the form, without those in repeating sections. */
export function staticPartsOf(definition: JsonObject, locale: Locale): readonly StaticPart[] {
  const found: StaticPart[] = [];
  let waiting: Omit<StaticPart, 'before'>[] = [];
  const follow = (before: string | undefined) => {
    found.push(...waiting.map((part) => ({ ...part, before })));
    waiting = [];
  };
  const walk = (holder: JsonObject, section: readonly string[]): void => {
    for (const element of elementsIn(holder, 'elements')) {
      const type = member(element, 'type');
      const name = member(element, 'name');
      if (type === 'panel') walk(element, [...section, ...titleIn(element, locale)]);
      else if (typeof name === 'string' && isStaticType(type)) {
        waiting.push({ ...partOf(element, locale), name, type, section });
      } else if (typeof name === 'string') follow(name);
    }
  };
  for (const page of elementsIn(definition, 'pages')) walk(page, titleIn(page, locale));
  walk(definition, []);
  follow(undefined);
  return found;
}

/** Returns the headings and instruction texts that are shown, with the answers that their titles contain. */
export const shownPartsOf = (
  definition: JsonObject,
  locale: Locale,
  { hidden = [], titles = {} }: Partial<FormFacts> = {},
): readonly StaticPart[] =>
  staticPartsOf(definition, locale)
    .filter(({ name }) => !hidden.includes(name))
    .map((part) => ({ ...part, title: titles[part.name] ?? part.title }));

const partOf = (element: JsonObject, locale: Locale) => ({
  title: localText(member(element, 'title'), locale),
  description: localText(member(element, 'description'), locale),
  pictureText: localText(member(element, 'pictureText'), locale) ?? '',
  picture: pictureIn(member(element, 'picture')),
  blocks: readRichText(localText(member(element, 'content'), locale) ?? ''),
});

const pictureIn = (value: JsonValue | undefined): string | undefined =>
  isPicture(value) ? value : undefined;

function titleIn(holder: JsonObject, locale: Locale): readonly string[] {
  const title = localText(member(holder, 'title'), locale);
  return title === undefined ? [] : [title];
}

function elementsIn(holder: JsonObject, key: string): readonly JsonObject[] {
  const list = member(holder, key);
  return Array.isArray(list) ? list.filter(isObject) : [];
}
