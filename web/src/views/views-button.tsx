import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { ViewsMenuProps } from './views-menu.tsx';

const load = async () => {
  const [module] = await Promise.all([import('./views-menu.tsx'), loadTexts(['templates'])]);
  return { default: module.ViewsMenu };
};
const ViewsMenu = lazy(load);

/** A button that opens the saved views of a page. Its menu is loaded when somebody is about to press it. */
export function ViewsButton(props: Omit<ViewsMenuProps, 'isOpenFirst'>) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  // When this fails, the click loads it again and says so.
  const prepare = () => void load().catch(() => undefined);
  const asleep = (
    <Button
      variant="default"
      leftSection={<IconBookmark size={16} aria-hidden />}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
    >
      {t('forms.views')}
    </Button>
  );
  if (!isWanted) return asleep;
  return (
    <Suspense fallback={asleep}>
      <ViewsMenu {...props} isOpenFirst />
    </Suspense>
  );
}
