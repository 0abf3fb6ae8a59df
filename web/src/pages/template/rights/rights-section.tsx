// Rights on a template decide who fills in, sees and edits its forms. Roles and groups are in one table, with those
// that have no rights yet, so that nobody is forgotten.
import { Button, Group, Menu, Text } from '@mantine/core';
import {
  IconPencil,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconX,
} from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { rightsQuery, withdrawRights } from '#web/api/template-design.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { Section } from '#web/components/section.tsx';
import type { Column } from '#web/lists/column.ts';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { hasNoRights, useRightsText } from '#web/templates/rights-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { AssigningNote } from './assigning-note.tsx';
import { RightsDialog } from './rights-dialog.tsx';
import { type RightsItem, ROLES, useSubjectName } from './subject-name.ts';

const NONE = {
  fill: false,
  see: 'own',
  edit: false,
  assign: false,
  review: false,
  manage: false,
} as const;
const ICONS = { Role: IconUsersGroup, Group: IconUsers, User: IconUser } as const;

interface RightsSectionProps {
  readonly template: Pick<TemplateDetail, 'id' | 'may'>;
}

/** Shows who may do what with a template, and lets those who manage it change that. */
export function RightsSection({ template: { id, may } }: RightsSectionProps) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(rightsQuery(id));
  const [dialog, setDialog] = useState<
    { readonly kind: 'give'; readonly item?: RightsItem } | { kind: 'remove'; item: RightsItem }
  >();
  const items = withRoles(data.items);
  const nameOf = useSubjectName();
  const columns = useRightsColumns(
    may.manage
      ? {
          onEdit: (item) => setDialog({ kind: 'give', item }),
          onRemove: (item) => setDialog({ kind: 'remove', item }),
        }
      : undefined,
  );
  const close = () => setDialog(undefined);
  return (
    <Section
      title={t('rights.title')}
      lead={t('rights.lead')}
      actions={
        may.manage && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setDialog({ kind: 'give' })}
          >
            {t('rights.add')}
          </Button>
        )
      }
    >
      {may.manage && <AssigningNote templateId={id} items={data.items} />}
      <PlainTable
        label={t('rights.title')}
        items={items}
        columns={columns}
        idOf={({ subject }) => subject}
      />
      {dialog?.kind === 'give' && (
        <RightsDialog
          templateId={id}
          item={dialog.item}
          without={data.items.map(({ subject }) => subject)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <ConsentDialog
          title={t('rights.removeTitle', { name: nameOf(dialog.item) })}
          verb={t('rights.remove')}
          act={() => withdrawRights(id, dialog.item.subject)}
          notice={t('rights.removed', { name: nameOf(dialog.item) })}
          onClose={close}
        >
          <Text>{t('rights.removeLead')}</Text>
        </ConsentDialog>
      )}
    </Section>
  );
}

/** Returns all entries, with the roles first even if they have no rights, so that these can be given. */
function withRoles(items: readonly RightsItem[]): readonly RightsItem[] {
  const roles = ROLES.map(
    (subject) =>
      items.find((item) => item.subject === subject) ?? { ...NONE, subject, type: 'Role' as const },
  );
  return [...roles, ...items.filter(({ type }) => type !== 'Role')];
}

interface Acts {
  readonly onEdit: (item: RightsItem) => void;
  readonly onRemove: (item: RightsItem) => void;
}

function useRightsColumns(acts: Acts | undefined): readonly Column<RightsItem>[] {
  const { t } = useTranslation();
  const nameOf = useSubjectName();
  const who: Column<RightsItem> = {
    id: 'who',
    header: t('rights.who'),
    width: 'minmax(0, 1fr)',
    cell: (item) => <Who item={item} name={nameOf(item)} />,
  };
  const what: Column<RightsItem> = {
    id: 'what',
    header: t('rights.what'),
    width: 'minmax(0, 2fr)',
    cell: (item) => <What item={item} />,
  };
  if (acts === undefined) return [who, what];
  const actions: Column<RightsItem> = {
    id: 'actions',
    header: t('list.actions'),
    width: '4rem',
    phone: 'corner',
    cell: (item) => (
      <RowMenu name={nameOf(item)}>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => acts.onEdit(item)}
        >
          {t('rights.change')}
        </Menu.Item>
        {!hasNoRights(item) && (
          <Menu.Item
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => acts.onRemove(item)}
          >
            {t('rights.remove')}
          </Menu.Item>
        )}
      </RowMenu>
    ),
  };
  return [who, what, actions];
}

function Who({ item: { type }, name }: { readonly item: RightsItem; readonly name: string }) {
  const Icon = ICONS[type];
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      <Text span inherit fw={550} truncate title={name}>
        {name}
      </Text>
    </Group>
  );
}

function What({ item }: { readonly item: RightsItem }) {
  const text = useRightsText()(item);
  return (
    <Text inherit {...(hasNoRights(item) && { c: 'dimmed' })} title={text}>
      {text}
    </Text>
  );
}
