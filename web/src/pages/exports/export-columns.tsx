import { Anchor, Button, List, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportItem } from '#forms/app-types.ts';
import { sizeText } from '../../components/size-text.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { isUnderWay } from './use-follow.ts';

const SHOWN_PROBLEMS = 3;

/** Of the list of exports; `onRemove` is told which one is to be cancelled or removed. */
export function useExportColumns(
  onRemove: (item: ExportItem) => void,
): readonly Column<ExportItem>[] {
  const { t } = useTranslation();
  const nameOf = ({ template, form }: ExportItem): string =>
    (template ?? form)?.name ?? t('exports.gone');
  return [
    {
      id: 'what',
      header: t('exports.what'),
      cell: (item) => (
        <Stack gap={2}>
          <Text className="wrap-anywhere">{nameOf(item)}</Text>
          <Text size="xs" c="dimmed">
            {t(`exports.kinds.${item.kind}`)}
          </Text>
        </Stack>
      ),
      width: 'minmax(0, 2fr)',
    },
    { id: 'asked', header: t('exports.asked'), cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'state',
      header: t('exports.state'),
      cell: (item) => <State item={item} name={nameOf(item)} />,
      width: 'minmax(0, 2fr)',
    },
    {
      id: 'result',
      header: t('exports.result'),
      cell: (item) => <Result item={item} />,
      width: 'minmax(0, 2fr)',
    },
    {
      id: 'actions',
      header: t('list.actions'),
      cell: (item) => {
        const word = isUnderWay(item) ? 'cancel' : 'remove';
        return (
          <Button
            size="xs"
            variant="default"
            aria-label={t(`exports.${word}Of`, { name: nameOf(item) })}
            onClick={() => onRemove(item)}
          >
            {t(`exports.${word}`)}
          </Button>
        );
      },
      width: '8rem',
    },
  ];
}

interface StateProps {
  readonly item: ExportItem;
  readonly name: string;
}

function State({ item, name }: StateProps) {
  const { t } = useTranslation();
  const { state, progress, written, message } = item;
  return (
    <Stack gap={4}>
      <Text>{t(`exports.states.${state}`)}</Text>
      {state === 'running' && (
        <Progress value={progress} aria-label={t('exports.progressOf', { name })} />
      )}
      {(state === 'running' || state === 'done') && (
        <Text size="xs" c="dimmed">
          {t('exports.written', { count: written })}
        </Text>
      )}
      {message !== undefined && (
        <Text size="sm" className="wrap-anywhere">
          {message}
        </Text>
      )}
      <Problems item={item} />
    </Stack>
  );
}

function Problems({ item: { problems, problemCount } }: { readonly item: ExportItem }) {
  const { t } = useTranslation();
  if (problemCount === 0) return undefined;
  return (
    <>
      <Text size="sm">{t('exports.problems', { count: problemCount })}</Text>
      <List size="sm">
        {problems.slice(0, SHOWN_PROBLEMS).map(({ formId, form, text }) => (
          <List.Item key={`${formId} ${text}`} className="wrap-anywhere">
            {`${form}: ${text}`}
          </List.Item>
        ))}
      </List>
      {problemCount > SHOWN_PROBLEMS && <Text size="sm">{t('exports.moreProblems')}</Text>}
    </>
  );
}

function Result({ item: { files, expiresAt } }: { readonly item: ExportItem }) {
  const { t, i18n } = useTranslation();
  if (files.length === 0) return undefined;
  return (
    <Stack gap={2}>
      {files.map(({ name, size, url }) => (
        <div key={url}>
          <Anchor href={url} download className="wrap-anywhere">
            {t('exports.download', { name })}
          </Anchor>
          <Text size="xs" c="dimmed">
            {sizeText(size, i18n.language)}
          </Text>
        </div>
      ))}
      {expiresAt !== undefined && (
        <Text size="xs" c="dimmed">
          {`${t('exports.expires')} `}
          <Time at={expiresAt} />
        </Text>
      )}
    </Stack>
  );
}
