import { Button, Menu, Text } from '@mantine/core';
import { IconBookmark, IconCheck, IconDeviceFloppy, IconSettings } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ViewItem } from '#answer-tables/app-types.ts';
import { VIEWS, type ViewPage } from '#web/api/views.ts';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { isSameState } from './view-state.ts';

export interface ViewsMenuProps {
  /** Whether it is open from the start. */
  readonly isOpenFirst: boolean;
  readonly page: ViewPage;
  /** The search parameters of the page now. */
  readonly state: Readonly<Record<string, string>>;
  /** Called with the search parameters of a view. */
  readonly onOpen: (state: Readonly<Record<string, string>>) => void;
}

/** The saved views of a page: opens one, saves the present one, and leads to the dialog that changes them. */
export function ViewsMenu({ isOpenFirst, page, state, onOpen }: ViewsMenuProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const { list: of, templateId: template } = page;
  const list = useList<ViewItem>(VIEWS, { list: of, template });
  const views = list.items;
  const own = views.filter(({ isOwn }) => isOwn);
  const shared = views.filter(({ isOwn }) => !isOwn);
  const toItem = (view: ViewItem) => (
    <Menu.Item
      key={view.id}
      disabled={view.isGone}
      leftSection={
        isSameState(view.state, state) ? (
          <IconCheck size={16} role="img" aria-label={t('views.shown')} />
        ) : (
          <span style={{ display: 'inline-block', width: 16 }} />
        )
      }
      onClick={() => onOpen(view.state)}
    >
      <Text span inherit className="wrap-anywhere">
        {view.name}
      </Text>
      <Text size="xs" c="dimmed">
        {view.isGone
          ? t('views.gone')
          : view.isOwn
            ? view.sharing.with !== 'nobody' && t(`views.sharedWith.${view.sharing.with}`)
            : t('views.by', { name: view.owner.name ?? t('forms.gone.User') })}
      </Text>
    </Menu.Item>
  );
  return (
    <>
      <Menu
        position="bottom-end"
        width={280}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        defaultOpened={isOpenFirst}
      >
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {t('forms.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          {views.length === 0 && (
            <Menu.Label>{t(list.isLoading ? 'common.loading' : 'views.none')}</Menu.Label>
          )}
          <Items label={t('views.own')} items={own.map(toItem)} />
          <Items label={t('views.shared')} items={shared.map(toItem)} />
          {list.hasMore && (
            <Menu.Item closeMenuOnClick={false} disabled={list.isLoading} onClick={list.loadMore}>
              {t('list.more')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => setDialog('save')}
          >
            {t('views.save')}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setDialog('manage')}
            >
              {t('views.manage')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && (
        <SaveViewDialog page={page} state={state} own={own} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'manage' && (
        <ManageViewsDialog page={page} views={views} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

function Items({ label, items }: { readonly label: string; readonly items: readonly ReactNode[] }) {
  if (items.length === 0) return undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this groups entries of a menu
    <div role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {items}
    </div>
  );
}
