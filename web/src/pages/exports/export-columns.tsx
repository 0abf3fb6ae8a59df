// An export waits, runs, fails or expires, and each state has its own text and actions. They are apart from the page,
// which loads the list.
import { ActionIcon, Anchor, Group, Progress, Text, Tooltip } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ExportItem } from '#exports/app-types.ts';
import { refusalText } from '#web/components/problem.tsx';
import { sizeText } from '#web/components/size-text.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { isResult, ProblemsButton } from './problems-button.tsx';
import { isUnderWay } from './use-follow.ts';

/** The columns of the list of exports. `onRemove` cancels or deletes an export. */
export function useExportColumns(
  onRemove: (item: ExportItem) => void,
): readonly Column<ExportItem>[] {
  const { t, i18n } = useTranslation();
  const nameOf = ({ template, form }: ExportItem): string =>
    (template ?? form)?.name ?? t('exports.gone');
  return [
    { id: 'what', header: t('exports.what'), width: 'minmax(0, 1fr)', cell: nameOf },
    {
      id: 'kind',
      header: t('exports.kind'),
      width: '4rem',
      cell: ({ kind }) => kind.toUpperCase(),
    },
    {
      id: 'state',
      header: t('exports.state'),
      width: '8rem',
      phone: 'corner',
      cell: (item) => <State item={item} name={nameOf(item)} />,
    },
    {
      id: 'forms',
      header: t('exports.forms'),
      width: '4.5rem',
      phone: 'labelled',
      isNumber: true,
      cell: ({ state, written }) =>
        (state === 'running' || state === 'done') && written.toLocaleString(i18n.language),
    },
    {
      id: 'result',
      header: t('exports.result'),
      width: 'minmax(0, 1.5fr)',
      cell: (item) => <Result item={item} name={nameOf(item)} />,
    },
    {
      id: 'asked',
      header: t('exports.asked'),
      width: '7rem',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'expires',
      header: t('exports.expires'),
      width: '6.5rem',
      phone: 'labelled',
      cell: ({ expiresAt }) => expiresAt !== undefined && <Time at={expiresAt} />,
    },
    {
      id: 'actions',
      header: t('list.actions'),
      width: '3.5rem',
      cell: (item) => {
        const word = isUnderWay(item) ? 'cancel' : 'remove';
        const Act = word === 'cancel' ? IconX : IconTrash;
        return (
          <Tooltip label={t(`exports.${word}`)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t(`exports.${word}Of`, { name: nameOf(item) })}
              onClick={() => onRemove(item)}
            >
              <Act size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      },
    },
  ];
}

const LOOKS = {
  queued: { tone: 'grey', icon: IconClock },
  running: { tone: 'blue', icon: IconLoader },
  done: { tone: 'green', icon: IconCircleCheck },
  failed: { tone: 'red', icon: IconCircleX },
  cancelled: { tone: 'grey', icon: IconBan },
} as const;

interface ExportProps {
  readonly item: ExportItem;
  readonly name: string;
}

function State({ item, name }: ExportProps) {
  const { t } = useTranslation();
  const { state, problemCount } = item;
  if (problemCount > 0) return <ProblemsButton item={item} name={name} />;
  return <StateBadge {...LOOKS[state]}>{t(`exports.states.${state}`)}</StateBadge>;
}

/** Shows the progress, the reason of a failure, or the files to download. */
function Result({ item, name }: ExportProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { state, progress, message, reason, files } = item;
  if (message !== undefined) return <FailureText message={message} reason={reason} />;
  if (state === 'running') {
    return (
      <Group gap="xs" wrap="nowrap">
        <Progress value={progress} w="6rem" aria-label={t('exports.progressOf', { name })} />
        <span aria-hidden>{`${progress} %`}</span>
      </Group>
    );
  }
  return files.filter(isResult).map(({ name: file, size, url }) => (
    <span key={url}>
      <Anchor href={url} download inherit aria-label={t('exports.download', { name: file })}>
        {file}
      </Anchor>{' '}
      <Text span c="dimmed" size="xs">
        {sizeText(size, i18n.language)}
      </Text>{' '}
    </span>
  ));
}

interface FailureTextProps {
  readonly message: string;
  readonly reason: string | undefined;
}

const OWN_REASONS = ['interrupted', 'owner-inactive', 'archive-full', 'too-heavy'] as const;

/** Why an export failed. Exports of older versions have an English sentence only. */
function FailureText({ message, reason }: FailureTextProps) {
  const { t } = useTranslation();
  if (reason === undefined) return <span lang="en">{message}</span>;
  const own = OWN_REASONS.find((each) => each === reason);
  return own ? t(`exports.failures.${own}`) : refusalText({ code: reason, text: message }, t);
}
