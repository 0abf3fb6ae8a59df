// Forms use a shared list while its managers change it. This page shows the rows of today, and the versions that
// earlier changes made.
import { Anchor, Button, Group, Menu, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileUpload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { LIST_LIMITS } from '#lists/list.ts';
import type { SharedList } from '#shared-lists/app-types.ts';
import { changeSharedList, deleteSharedList, sharedListQuery } from '#web/api/shared-lists.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Detail } from '#web/components/detail.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { late } from '#web/components/late.ts';
import { Page } from '#web/components/page.tsx';
import { PageMenu } from '#web/components/page-menu.tsx';
import { Time } from '#web/components/time.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AccessTab } from './access-tab.tsx';
import { takeFile } from './brought-file.ts';
import { ColumnDialog } from './column-dialog.tsx';
import { PublicSection } from './public-section.tsx';
import { RowsTab } from './rows-tab.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { VersionsTab } from './versions-tab.tsx';

const route = getRouteApi('/signed-in/lists/$id');
const RulesNaming = late(() => import('#web/templates/rules-naming.tsx'), 'RulesNaming', ['rules']);

type Deed = 'upload' | 'column' | 'rename' | 'delete';

/** The screen of a shared list: its rows, its versions, and who may use it. */
export function SharedListPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const hash = useLocation({ select: (location) => location.hash });
  const { data: list } = useSuspenseQuery(sharedListQuery(id));
  const [brought, setBrought] = useState(() => takeFile(id));
  const [open, setOpen] = useState<Deed | undefined>(brought && 'upload');
  const navigate = useNavigate();
  const close = () => {
    setOpen(undefined);
    // The next upload is of another file.
    setBrought(undefined);
  };
  return (
    <Page
      title={list.name}
      back={{ to: '/lists', label: t('sharedLists.title') }}
      actions={
        list.mayManage && (
          <Group gap="xs">
            <Button
              leftSection={<IconFileUpload size={16} aria-hidden />}
              onClick={() => setOpen('upload')}
            >
              {t('sharedLists.upload')}
            </Button>
            <Deeds onChoose={setOpen} />
          </Group>
        )
      }
    >
      {!list.mayManage && <Text c="dimmed">{t('sharedLists.readOnly')}</Text>}
      <Detail aside={<Facts list={list} />}>
        {list.mayManage ? (
          <Tabs defaultValue={hash === 'access' ? hash : 'rows'} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="rows">{t('sharedLists.tabs.rows')}</Tabs.Tab>
              <Tabs.Tab value="versions">{t('sharedLists.tabs.versions')}</Tabs.Tab>
              <Tabs.Tab value="access">{t('sharedLists.tabs.access')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="rows">
              <RowsTab list={list} />
            </Tabs.Panel>
            <Tabs.Panel value="versions">
              <VersionsTab list={list} />
            </Tabs.Panel>
            <Tabs.Panel value="access">
              <Stack gap="xl">
                <AccessTab list={list} />
                <PublicSection list={list} />
              </Stack>
            </Tabs.Panel>
          </Tabs>
        ) : (
          <RowsTab list={list} />
        )}
      </Detail>
      {open === 'upload' && <UploadDialog id={id} start={brought} onClose={close} />}
      {open === 'column' && <ColumnDialog list={list} onClose={close} />}
      {open === 'rename' && <RenameDialog list={list} onClose={close} />}
      {open === 'delete' && isUsed(list) && (
        <Dialog title={t('sharedLists.deleteUsedTitle')} onClose={close}>
          <Stack>
            <Text>{t('sharedLists.deleteUsed')}</Text>
            <Uses list={list} />
          </Stack>
        </Dialog>
      )}
      {open === 'delete' && !isUsed(list) && (
        <ConsentDialog
          title={t('sharedLists.deleteTitle')}
          verb={t('sharedLists.delete')}
          act={() => deleteSharedList(id)}
          notice={t('sharedLists.deleted')}
          onDone={() => void navigate({ to: '/lists', ignoreBlocker: true })}
          onClose={close}
        >
          <Text>{t('sharedLists.deleteLead', { name: list.name })}</Text>
          <Suspense>
            <RulesNaming id={id} />
          </Suspense>
        </ConsentDialog>
      )}
    </Page>
  );
}

function Deeds({ onChoose }: { readonly onChoose: (deed: Deed) => void }) {
  const { t } = useTranslation();
  return (
    <PageMenu>
      <Menu.Item onClick={() => onChoose('column')}>{t('sharedLists.addColumn')}</Menu.Item>
      <Menu.Item onClick={() => onChoose('rename')}>{t('sharedLists.rename')}</Menu.Item>
      <Menu.Item onClick={() => onChoose('delete')}>{t('sharedLists.delete')}</Menu.Item>
    </PageMenu>
  );
}

function Facts({ list }: { readonly list: SharedList }) {
  const { t, i18n } = useTranslation();
  const labelOf = (key: string) => list.columns.find((each) => each.key === key)?.label ?? key;
  const facts = [
    { name: t('sharedLists.rows'), value: list.activeRows.toLocaleString(i18n.language) },
    ...(list.inactiveRows > 0
      ? [
          {
            name: t('sharedLists.inactiveRows'),
            value: list.inactiveRows.toLocaleString(i18n.language),
          },
        ]
      : []),
    { name: t('sharedLists.version'), value: list.version },
    { name: t('sharedLists.keyColumn'), value: labelOf(list.keyColumn) },
    { name: t('sharedLists.labelColumn'), value: labelOf(list.labelColumn) },
    ...(list.publicColumns.length > 0
      ? [
          {
            name: t('sharedLists.public.columns'),
            value: list.publicColumns.map(labelOf).join(', '),
          },
        ]
      : []),
    { name: t('sharedLists.updated'), value: <Time at={list.updatedAt} /> },
    ...(list.mayManage ? [{ name: t('sharedLists.usedBy'), value: <Uses list={list} /> }] : []),
  ];
  return <FactList facts={facts} />;
}

const isUsed = ({ templates = [], otherTemplates = 0 }: SharedList): boolean =>
  templates.length + otherTemplates > 0;

function Uses({ list }: { readonly list: SharedList }) {
  const { t } = useTranslation();
  const { templates = [], otherTemplates = 0 } = list;
  if (!isUsed(list)) return t('sharedLists.unused');
  return (
    <Stack gap={2}>
      {templates.map(({ id, name }) => (
        <Anchor key={id} component={Link} to={`/templates/${id}`} inherit>
          {name}
        </Anchor>
      ))}
      {otherTemplates > 0 && (
        <Text inherit>{t('sharedLists.otherTemplates', { count: otherTemplates })}</Text>
      )}
    </Stack>
  );
}

interface RenameDialogProps {
  readonly list: SharedList;
  readonly onClose: () => void;
}

function RenameDialog({ list: listNow, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const [list] = useState(listNow);
  const form = useSendForm({
    initialValues: { name: list.name },
    validate: { name: (name) => (name.trim() === '' ? t('field.required') : null) },
    send: ({ name }) => changeSharedList(list.id, { name, revision: list.revision }),
    done() {
      notifications.show({ message: t('sharedLists.renamed') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('sharedLists.rename')}
      form={form}
      verb={t('sharedLists.rename')}
      onClose={onClose}
    >
      <TextInput
        label={t('sharedLists.name')}
        maxLength={LIST_LIMITS.name}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
