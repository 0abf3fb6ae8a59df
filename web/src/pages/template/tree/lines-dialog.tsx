import { Group, Text, Textarea } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { Path } from '#web/builder/definition.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { rowsIn } from '#web/builder/pasted-rows.ts';
import { MAX_LINES, type QuestionLine, readQuestionLines } from '#web/builder/question-lines.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useGroupDeeds } from '#web/pages/template/editing/use-group-deeds.ts';
import { KindIcon } from '#web/templates/kind-icon.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface LinesDialogProps {
  readonly title: string;
  /** The page or section that the fields are added to. */
  readonly to: Path;
  readonly onClose: () => void;
}

/** Adds many fields at once, one per line, and shows beforehand how each line is read. */
export function LinesDialog({ title, to, onClose }: LinesDialogProps) {
  const { t } = useTranslation();
  const deeds = useGroupDeeds();
  const linesIn = (text: string) =>
    readQuestionLines(text, (kind) => ({
      name: t(`builder.kinds.${kind}`),
      keywords: t(`builder.keywords.${kind}`),
    }));
  const form = useSendForm({
    initialValues: { text: '' },
    send: async ({ text }) => deeds.addLines(linesIn(text), to),
    done: onClose,
  });
  const { text } = form.values;
  const lines = linesIn(text);
  const count = lines.filter(({ kind }) => kind !== undefined).length;
  const unknown = lines.filter(({ unknownKind }) => unknownKind !== undefined).length;
  const isCut = rowsIn(text).length > MAX_LINES;
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      size="xl"
      form={form}
      verb={count === 0 ? t('outline.lines.none') : t('outline.lines.add', { count })}
      isDisabled={count === 0}
    >
      <Text>{t('outline.lines.lead')}</Text>
      <Textarea
        label={t('outline.lines.label')}
        description={t('outline.lines.example')}
        autosize
        minRows={6}
        maxRows={12}
        data-autofocus
        error={isCut && t('outline.lines.tooMany', { limit: MAX_LINES })}
        {...form.getInputProps('text')}
      />
      {unknown > 0 && (
        <Text size="sm" c="var(--amber-text)">
          {t('outline.lines.unknownTypes', { count: unknown })}
        </Text>
      )}
      {lines.length > 0 && (
        <section aria-label={t('outline.lines.read')} className={classes['read']} tabIndex={-1}>
          {lines.map((line, i) => (
            <ReadLine key={keyOfPlace(i)} line={line} />
          ))}
        </section>
      )}
    </FormDialog>
  );
}

function ReadLine({ line }: { readonly line: QuestionLine }) {
  const { t } = useTranslation();
  const { title, kind, isRequired, options, unknownKind } = line;
  if (kind === undefined) {
    return (
      <Group gap="xs" wrap="nowrap" mt={4}>
        <IconFile size={18} aria-hidden />
        <Text fw={550} className="wrap-anywhere">
          {t('outline.lines.page', { title })}
        </Text>
      </Group>
    );
  }
  const parts = [
    t(`builder.kinds.${kind}`),
    ...(isRequired ? [t('builder.required')] : []),
    ...(options.length > 0 ? [options.join(', ')] : []),
  ];
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <KindIcon kind={kind} />
      <div>
        <Text span className="wrap-anywhere">
          {title}
        </Text>{' '}
        <Text span size="xs" c="dimmed" className="wrap-anywhere">
          {parts.join(' · ')}
        </Text>
        {unknownKind !== undefined && (
          <Text size="xs" c="var(--amber-text)">
            {t('outline.lines.unknown', { type: unknownKind })}
          </Text>
        )}
      </div>
    </Group>
  );
}
