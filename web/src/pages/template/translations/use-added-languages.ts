import { useState } from 'react';

const nameOf = (templateId: string): string => `languages of ${templateId}`;

/**
 * Languages that were added to a template and have no text yet. The definition has no place for them, so this browser
 * remembers them.
 */
export function useAddedLanguages(
  templateId: string,
): readonly [readonly string[], (languages: readonly string[]) => void] {
  const [added, setAdded] = useState<readonly string[]>(
    () => localStorage.getItem(nameOf(templateId))?.split(' ').filter(Boolean) ?? [],
  );
  const keep = (languages: readonly string[]) => {
    const once = [...new Set(languages)];
    setAdded(once);
    if (once.length === 0) localStorage.removeItem(nameOf(templateId));
    else localStorage.setItem(nameOf(templateId), once.join(' '));
  };
  return [added, keep];
}
