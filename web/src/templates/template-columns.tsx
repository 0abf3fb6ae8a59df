// The list of templates and the pages of one template show its state in the same words. They are here because no page
// imports another.
import { Anchor, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconCircleCheck,
  IconCopy,
  IconFileExport,
  IconFileSpreadsheet,
  IconPencil,
  IconPencilExclamation,
  IconPrinter,
  IconRestore,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TemplateItem } from '#templates/app-types.ts';
import { blankFormUrl, templateFileUrl } from '#web/api/template-design.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { namesIn } from '#web/components/template-name.ts';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useRightsText } from './rights-text.ts';
import { StartButton } from './start-button.tsx';

const LOOKS = {
  draft: { tone: 'grey', icon: IconPencil },
  published: { tone: 'green', icon: IconCircleCheck },
  archived: { tone: 'grey', icon: IconArchive },
} as const;

export function TemplateStatus({ status }: Pick<TemplateItem, 'status'>) {
  const { t } = useTranslation();
  return <StateBadge {...LOOKS[status]}>{t(`templates.statuses.${status}`)}</StateBadge>;
}

/** Returns whether a published template has changes that people who fill in forms do not see yet. */
export const isChanged = ({ status, hasChanges }: Pick<TemplateItem, 'status' | 'hasChanges'>) =>
  status === 'published' && hasChanges;

/** The status in a list, where unpublished changes are only an icon because space is short. */
function StatusCell({ template }: { readonly template: TemplateItem }) {
  const { t } = useTranslation();
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <TemplateStatus status={template.status} />
      {isChanged(template) && (
        <Tooltip label={t('templates.hasChanges')}>
          <IconPencilExclamation
            size={16}
            role="img"
            aria-label={t('templates.hasChanges')}
            color="var(--amber-text)"
          />
        </Tooltip>
      )}
    </Group>
  );
}

interface Acts {
  readonly onDuplicate: (template: TemplateItem) => void;
  readonly onXlsForm: (template: TemplateItem) => void;
  readonly onArchive: (template: TemplateItem) => void;
  readonly onRestore: (template: TemplateItem) => void;
  readonly onDelete: (template: TemplateItem) => void;
}

/** Returns the columns of the list. `acts` is undefined for members, who may not edit templates. */
export function useTemplateColumns(acts: Acts | undefined): readonly Column<TemplateItem>[] {
  const { t, i18n } = useTranslation();
  const rightsText = useRightsText();
  const name: Column<TemplateItem> = {
    id: 'name',
    header: t('templates.name'),
    width: 'minmax(0, 1.4fr)',
    cell: (template) => (
      <Anchor component={Link} to={`/templates/${template.id}`} fw={550} inherit>
        {namesIn(template, i18n.language).name}
      </Anchor>
    ),
  };
  const description: Column<TemplateItem> = {
    id: 'description',
    header: t('templates.description'),
    width: 'minmax(0, 1.8fr)',
    cell: (template) => namesIn(template, i18n.language).description,
  };
  const updated: Column<TemplateItem> = {
    id: 'updated',
    header: t('templates.updated'),
    width: '7.5rem',
    phone: acts === undefined ? 'labelled' : 'hidden',
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  };
  const start: Column<TemplateItem> = {
    id: 'start',
    header: t('list.actions'),
    width: acts === undefined ? '7rem' : '9rem',
    cell: (template) => (
      <Group gap={4} wrap="nowrap" justify="space-between">
        {template.status === 'published' && template.may.fill ? (
          <StartButton template={template} />
        ) : (
          <span />
        )}
        {acts !== undefined && template.may.manage && <Actions template={template} acts={acts} />}
      </Group>
    ),
  };
  if (acts === undefined) return [name, description, updated, start];
  return [
    name,
    description,
    {
      id: 'status',
      header: t('templates.status'),
      width: '9rem',
      phone: 'corner',
      cell: (template) => <StatusCell template={template} />,
    },
    {
      id: 'forms',
      header: t('templates.forms'),
      width: '4.5rem',
      phone: 'labelled',
      isNumber: true,
      cell: ({ id, formCount }) =>
        formCount !== undefined && (
          <Anchor
            component={Link}
            to={`/templates/${id}/answers`}
            inherit
            aria-label={t('templates.formCount', { count: formCount })}
          >
            {formCount.toLocaleString(i18n.language)}
          </Anchor>
        ),
    },
    {
      id: 'may',
      header: t('rights.yours'),
      width: 'minmax(0, 1fr)',
      phone: 'hidden',
      cell: ({ may }) => {
        const text = rightsText(may);
        return <span title={text}>{text}</span>;
      },
    },
    updated,
    start,
  ];
}

function Actions({ template, acts }: { readonly template: TemplateItem; readonly acts: Acts }) {
  const { t } = useTranslation();
  return (
    <RowMenu name={template.name}>
      <Menu.Item
        component={Link}
        to={`/templates/${template.id}`}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('templates.edit')}
      </Menu.Item>
      {template.formCount !== undefined && (
        <Menu.Item
          component={Link}
          to={`/templates/${template.id}/answers`}
          leftSection={<IconTable size={16} aria-hidden />}
        >
          {t('templates.answers')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => acts.onDuplicate(template)}
      >
        {t('templates.duplicate')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={templateFileUrl(template.id)}
        download
        leftSection={<IconFileExport size={16} aria-hidden />}
      >
        {t('templates.export')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => acts.onXlsForm(template)}
      >
        {t('templates.exportXlsForm')}
      </Menu.Item>
      {template.status === 'published' && (
        <Menu.Item
          component="a"
          href={blankFormUrl(template.id, shownLanguage())}
          download
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {t('templates.blankForm')}
        </Menu.Item>
      )}
      <StateAction template={template} acts={acts} />
    </RowMenu>
  );
}

/** Ends a template, as its status allows, or restores it: a draft that was never published is deleted, not archived. */
function StateAction({ template, acts }: { readonly template: TemplateItem; readonly acts: Acts }) {
  const { t } = useTranslation();
  const [Icon, act, word] = {
    draft: [IconTrash, acts.onDelete, t('templates.delete')] as const,
    published: [IconArchive, acts.onArchive, t('templates.archive')] as const,
    archived: [IconRestore, acts.onRestore, t('templates.restore')] as const,
  }[template.status];
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => act(template)}>
      {word}
    </Menu.Item>
  );
}
