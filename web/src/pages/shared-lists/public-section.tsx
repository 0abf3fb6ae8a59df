import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { SharedList } from '#shared-lists/app-types.ts';
import { openSharedList } from '#web/api/shared-lists.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Section } from '#web/components/section.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** What people with a public link may read of the list, column by column. */
export function PublicSection({ list }: { readonly list: SharedList }) {
  const { t, i18n } = useTranslation();
  const { columns, publicColumns, activeRows } = list;
  const needed = [list.keyColumn, list.labelColumn];
  const isPublic = publicColumns.length > 0;
  const [chosen, setChosen] = useState<readonly string[]>();
  const [asked, setAsked] = useState<'open' | 'close'>();
  const now = chosen ?? publicColumns;
  const wanted = columns.filter(({ key }) => needed.includes(key) || now.includes(key));
  const isChanged =
    wanted.some(({ key }) => !publicColumns.includes(key)) ||
    wanted.length !== publicColumns.length;
  useUnsaved(chosen !== undefined && isChanged);
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    setChosen(undefined);
  };
  const rows = activeRows.toLocaleString(i18n.language);
  return (
    <Section title={t('sharedLists.public.title')} lead={t('sharedLists.public.lead')}>
      <Text>{t(isPublic ? 'sharedLists.public.isOpen' : 'sharedLists.public.isClosed')}</Text>
      <Checkbox.Group
        label={t('sharedLists.public.columns')}
        description={t('sharedLists.public.columnsHint')}
        value={wanted.map(({ key }) => key)}
        onChange={setChosen}
      >
        <Group mt="xs">
          {columns.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={label} disabled={needed.includes(key)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group>
        <Button disabled={isPublic && !isChanged} onClick={() => setAsked('open')}>
          {t(isPublic ? 'sharedLists.public.change' : 'sharedLists.public.open')}
        </Button>
        {isPublic && (
          <Button variant="default" onClick={() => setAsked('close')}>
            {t('sharedLists.public.close')}
          </Button>
        )}
      </Group>
      {asked === 'open' && (
        <ConsentDialog
          title={t('sharedLists.public.openTitle', { name: list.name })}
          verb={t(isPublic ? 'sharedLists.public.change' : 'sharedLists.public.open')}
          act={() =>
            openSharedList(
              list,
              wanted.map(({ key }) => key),
            )
          }
          notice={t('sharedLists.public.opened')}
          onDone={done}
          onClose={close}
        >
          <Text>
            {t('sharedLists.public.openLead', {
              count: activeRows,
              rows,
              columns: wanted.map(({ label }) => label).join(', '),
            })}
          </Text>
        </ConsentDialog>
      )}
      {asked === 'close' && (
        <ConsentDialog
          title={t('sharedLists.public.closeTitle', { name: list.name })}
          verb={t('sharedLists.public.close')}
          act={() => openSharedList(list, [])}
          notice={t('sharedLists.public.closed')}
          onDone={done}
          onClose={close}
        >
          <Text>{t('sharedLists.public.closeLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}
