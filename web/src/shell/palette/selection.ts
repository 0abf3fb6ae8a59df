import { createSpotlight } from '@mantine/spotlight';
import { useEffect, useRef } from 'react';

export const [store, palette] = createSpotlight();

const findActions = (): readonly Element[] => [...document.querySelectorAll('[data-action]')];
const isSelected = (action: Element): boolean => action.hasAttribute('data-selected');

/**
 * Selects the first result whenever the offered results change, so that Enter always works: Spotlight itself selects
 * only when somebody types, and results of the server arrive later. A selection that was moved with the arrow keys
 * stays.
 */
export function useSelection(query: string, offered: string): { onMove(): void } {
  const movedIn = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each offer is selected in
  useEffect(() => {
    const actions = findActions();
    const before = actions.findIndex(isSelected);
    const selected = before >= 0 && movedIn.current === query ? before : 0;
    actions[before]?.removeAttribute('data-selected');
    actions[selected]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected }));
  }, [query, offered]);
  return {
    onMove: () => {
      movedIn.current = query;
    },
  };
}

/** Returns the text of the selected result, for screen readers: the focus stays in the search field. */
export const selectedText = (): string => findActions().find(isSelected)?.textContent ?? '';
