import { Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { late } from '#web/components/late.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { focusSearch, paletteKeys, wishOf } from './keys.ts';

const Palette = late(() => import('./palette/palette.tsx'), 'Palette', ['palette']);
const KeysDialog = late(() => import('./palette/keys-dialog.tsx'), 'KeysDialog', ['palette']);

/** Opens the command palette by its button or its keys, and handles the other shortcuts of the app. */
export function SearchEverywhere({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation();
  /** The number of times that the palette was asked for. The first one loads it. */
  const [asked, setAsked] = useState(0);
  const [isHelp, setHelp] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const wish = wishOf(event);
      if (wish === undefined || (wish === 'search' && !focusSearch())) return;
      event.preventDefault();
      if (wish === 'palette') setAsked((count) => count + 1);
      if (wish === 'help') setHelp(true);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        justify="start"
        fw={400}
        c="dimmed"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{paletteKeys(t('shell.control'))}</Kbd>}
        styles={{ label: { flex: 1 } }}
        onClick={() => setAsked(asked + 1)}
      >
        {t('shell.search')}
      </Button>
      <Suspense>
        {asked > 0 && <Palette asked={asked} onGo={onGo} onHelp={() => setHelp(true)} />}
      </Suspense>
      <Suspense>{isHelp && <KeysDialog onClose={() => setHelp(false)} />}</Suspense>
    </>
  );
}
