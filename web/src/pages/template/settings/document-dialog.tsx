// What is drawn on a document, as a list of the fields of its PDF.
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DocumentDetail } from '#templates/app-types.ts';
import { changeDocument, documentQuery, documentUrl } from '#web/api/documents.ts';
import { type Definition, titleOf } from '#web/builder/definition.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';
import {
  allQuestionsIn,
  answersFor,
  factsFor,
  keyOfShown,
  questionShown,
  type Shown,
  type ShownOption,
} from './shown-options.ts';

/** Each field has a list of all questions, and some PDFs have thousands of fields. */
const AT_ONCE = 40;

interface DocumentDialogProps {
  readonly templateId: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** Says what the fields of an uploaded PDF show. */
export function DocumentDialog({ templateId, id, onClose }: DocumentDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(documentQuery(templateId, id));
  if (data !== undefined) {
    return <Fields key={data.id} templateId={templateId} document={data} onClose={onClose} />;
  }
  return (
    <Dialog onClose={onClose} title={t('documents.title')} size="lg">
      {error === null ? <Loading /> : <Problem error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

interface FieldsProps extends Omit<DocumentDialogProps, 'id'> {
  readonly document: DocumentDetail;
}

interface Values {
  readonly title: string;
  /** What each field shows; undefined for nothing. */
  readonly shown: readonly (Shown | undefined)[];
  /** The questions without a box that are printed behind the paper. */
  readonly printed: readonly string[];
}

function Fields({ templateId, document, onClose }: FieldsProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const [count, setCount] = useState(AT_ONCE);
  const before = useMemo(() => shownIn(document), [document]);
  const questions = allQuestionsIn(definition);
  const form = useSendForm<Values, unknown>({
    initialValues: {
      title: document.title,
      shown: before,
      printed: questions
        .map(({ name }) => name)
        .filter((name) => !document.layout.left.includes(name)),
    },
    validate: { title: (value) => (value.trim() === '' ? t('field.required') : null) },
    send: ({ title, shown, printed }) =>
      changeDocument(templateId, document, {
        title: title.trim(),
        fields: shown.flatMap((shows, found) =>
          shows === before[found] ? [] : [{ found, shows: shows ?? null }],
        ),
        left: [
          ...document.layout.left.filter((name) => !questions.some((each) => each.name === name)),
          ...questions.map(({ name }) => name).filter((name) => !printed.includes(name)),
        ],
      }),
    done() {
      notifications.show({ message: t('documents.saved') });
      onClose();
    },
  });
  const { shown } = form.values;
  const drawn = document.layout.boxes.filter(({ id }) => !/^f\d+$/.test(id));
  const placed = new Set(
    [...shown, ...drawn.map(({ shows }) => shows)].flatMap(
      (each) => (each && questionShown(each)) ?? [],
    ),
  );
  const facts = factsFor((fact) => t(`documents.fact.${fact}`));
  const unplaced = questions.filter(({ name }) => !placed.has(name));
  return (
    <FormDialog
      onClose={onClose}
      title={document.title}
      form={form}
      verb={t('documents.save')}
      size="lg"
    >
      <TextInput label={t('documents.name')} maxLength={100} {...form.getInputProps('title')} />
      <Notes notes={document.notes} />
      {document.found.length === 0 ? (
        <Text>{t('documents.noFields')}</Text>
      ) : (
        <div>
          <Text fw={550}>{t('documents.fields')}</Text>
          <Anchor
            size="sm"
            href={`${documentUrl(templateId, document.id)}/trial?show=numbers`}
            download
          >
            {t('documents.numbers')}
          </Anchor>
        </div>
      )}
      {document.found.slice(0, count).map((field, i) => (
        <FieldSelect
          key={idAt(i)}
          number={i + 1}
          field={field}
          facts={facts}
          definition={definition}
          isLost={document.lost.includes(idAt(i)) && shown[i] === before[i]}
          value={shown[i]}
          onChange={(shows) => form.setFieldValue('shown', shown.with(i, shows))}
        />
      ))}
      {document.found.length > count && (
        <Button variant="default" onClick={() => setCount(count + AT_ONCE)}>
          {t('documents.more', { count: document.found.length - count })}
        </Button>
      )}
      {unplaced.length > 0 && (
        <Checkbox.Group
          label={t('documents.unplaced')}
          description={t('documents.unplacedHint')}
          value={[...form.values.printed]}
          onChange={(printed) => form.setFieldValue('printed', printed)}
        >
          <Stack gap="xs" mt="xs">
            {unplaced.map((field) => (
              <Checkbox key={field.name} value={field.name} label={titleOf(field)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Text size="sm" c="dimmed">
        {t('documents.untagged')}
      </Text>
    </FormDialog>
  );
}

interface FieldSelectProps {
  /** As it is printed on the paper. */
  readonly number: number;
  readonly field: DocumentDetail['found'][number];
  readonly definition: Definition;
  readonly facts: readonly ShownOption[];
  readonly isLost: boolean;
  readonly value: Shown | undefined;
  readonly onChange: (shows: Shown | undefined) => void;
}

/** Chooses what a field of the PDF shows. */
function FieldSelect({
  number,
  field,
  definition,
  facts,
  isLost,
  value,
  onChange,
}: FieldSelectProps) {
  const { t } = useTranslation();
  const answers = answersFor(field, definition);
  const options = [...answers, ...facts];
  const chosen = value && keyOfShown(value);
  // What was drawn in another way, or shows a question that is gone, stays until something else is chosen.
  const other = options.some((each) => each.value === chosen) ? undefined : value;
  return (
    <NativeSelect
      label={t('documents.shows', { number, name: nameOf(field) })}
      description={t('documents.page', { number: field.page + 1 })}
      error={isLost && t('documents.lost')}
      data={[
        { value: '', label: t('documents.nothing') },
        ...(other ? [{ value: keyOfShown(other), label: questionShown(other) ?? '…' }] : []),
        { group: t('documents.questions'), items: answers.map(labelled) },
        { group: t('documents.facts'), items: facts.map(labelled) },
      ]}
      value={chosen ?? ''}
      onChange={({ currentTarget }) =>
        onChange(
          options.find((each) => each.value === currentTarget.value)?.shows ??
            (currentTarget.value === '' ? undefined : other),
        )
      }
    />
  );
}

const labelled = ({ value, label }: ShownOption) => ({ value, label });

/** What was left out of the PDF. */
function Notes({ notes }: { readonly notes: DocumentDetail['notes'] }) {
  const { t } = useTranslation();
  const lines = [
    ...(notes.scripts ? [t('documents.notes.scripts')] : []),
    ...(notes.annotations > 0
      ? [t('documents.notes.annotations', { count: notes.annotations })]
      : []),
    ...(notes.signed ? [t('documents.notes.signed')] : []),
    ...(notes.layers ? [t('documents.notes.layers')] : []),
    ...(notes.unread > 0 ? [t('documents.notes.unread', { count: notes.unread })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert variant="outline" color="harbour" icon={<IconInfoCircle />}>
      {lines.join(' ')}
    </Alert>
  );
}

/** Programs write where a field is into its name: `form[0].page[0].city[0]` is the city. */
function nameOf({ label, name, value }: DocumentDetail['found'][number]): string {
  const shown =
    label ??
    name
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ??
    name;
  return value === undefined ? shown : `${shown}: ${value}`;
}

/** As the server names the box at the place of a field. */
const idAt = (at: number): string => `f${at + 1}`;

function shownIn({ found, layout }: DocumentDetail): Values['shown'] {
  const shown = new Map(layout.boxes.map(({ id, shows }) => [id, shows]));
  return found.map((_, i) => shown.get(idAt(i)));
}
