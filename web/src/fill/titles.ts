import { isRecord } from '#web/offline/merge.ts';

const HOLDERS = ['pages', 'elements'] as const;

/** Returns the titles of a definition's questions by name, without those inside repeating sections. */
export function titlesIn(definition: object): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const look = (value: unknown): void => {
    if (!isRecord(value)) return;
    const { name, title } = value;
    if (typeof name === 'string') titles.set(name, titleIn(title) ?? name);
    for (const holder of HOLDERS) {
      const inner = value[holder];
      if (Array.isArray(inner)) inner.forEach(look);
    }
  };
  look(definition);
  return titles;
}

/** Returns a title, which is a text or texts by language. */
function titleIn(title: unknown): string | undefined {
  if (typeof title === 'string') return title;
  if (!isRecord(title)) return undefined;
  const text = title['default'] ?? Object.values(title)[0];
  return typeof text === 'string' ? text : undefined;
}
