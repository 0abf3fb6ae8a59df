import { Checkbox, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isoIn, momentAt } from '#kernel/time-zone.ts';
import type { PublicLinkItem } from '#public-links/app-types.ts';
import { changePublicLink, createPublicLink } from '#web/api/public-links.ts';
import { isElsewhere } from '#web/components/exact-time.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { shownZone } from '#web/texts/shown-zone.ts';
import { useTranslation } from '#web/texts/texts.ts';

const MOST_ANSWERS = 1_000_000;

interface LinkDialogProps {
  readonly templateId: string;
  /** The link to change; undefined: a new one. */
  readonly link?: PublicLinkItem;
  readonly onClose: () => void;
  readonly onDone: (link: PublicLinkItem) => void;
}

/** Makes or changes a public link. */
export function LinkDialog({ templateId, link, onClose, onDone }: LinkDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm({
    initialValues: {
      name: link?.name ?? '',
      opensAt: clockText(link?.opensAt),
      closesAt: clockText(link?.closesAt),
      maxAnswers: link?.maxAnswers ?? '',
      code: '',
      removesCode: false,
      oncePerBrowser: link?.oncePerBrowser ?? false,
      proofOfWork: link?.proofOfWork ?? true,
      thankYou: link?.thankYou ?? '',
      keepOnDevice: link?.keepOnDevice ?? true,
    },
    validate: { name: (value) => (value.trim() === '' ? t('field.required') : null) },
    send({ removesCode, code, maxAnswers, thankYou, ...values }) {
      const input = {
        ...values,
        opensAt: isoOf(values.opensAt),
        closesAt: isoOf(values.closesAt),
        maxAnswers: typeof maxAnswers === 'number' ? maxAnswers : null,
        thankYou: thankYou.trim() === '' ? null : thankYou,
        ...(removesCode ? { code: null } : code !== '' && { code }),
      };
      return link ? changePublicLink(link, input) : createPublicLink(templateId, input);
    },
    done(made) {
      notifications.show({ message: t(link ? 'publicLinks.changed' : 'publicLinks.created') });
      onDone(made);
    },
  });
  const zone = isElsewhere() ? t('publicLinks.zone', { zone: shownZone() }) : undefined;
  return (
    <FormDialog
      title={t(link ? 'publicLinks.editTitle' : 'publicLinks.createTitle')}
      form={form}
      verb={t(link ? 'publicLinks.save' : 'publicLinks.createVerb')}
      size="lg"
      onClose={onClose}
    >
      <TextInput
        label={t('publicLinks.name')}
        description={t('publicLinks.nameHint')}
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
        <TextInput
          type="datetime-local"
          label={t('publicLinks.opensAt')}
          description={zone}
          {...form.getInputProps('opensAt')}
        />
        <TextInput
          type="datetime-local"
          label={t('publicLinks.closesAt')}
          description={zone}
          {...form.getInputProps('closesAt')}
        />
        <NumberInput
          label={t('publicLinks.maxAnswers')}
          description={t('publicLinks.maxAnswersHint')}
          min={1}
          max={MOST_ANSWERS}
          allowDecimal={false}
          {...form.getInputProps('maxAnswers')}
        />
        <TextInput
          label={t('publicLinks.code')}
          description={t(link?.hasCode ? 'publicLinks.codeKept' : 'publicLinks.codeHint')}
          maxLength={64}
          autoComplete="off"
          {...form.getInputProps('code')}
        />
      </SimpleGrid>
      {link?.hasCode && (
        <Checkbox
          label={t('publicLinks.removeCode')}
          {...form.getInputProps('removesCode', { type: 'checkbox' })}
        />
      )}
      <Checkbox
        label={t('publicLinks.once')}
        description={t('publicLinks.onceHint')}
        {...form.getInputProps('oncePerBrowser', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('publicLinks.proof')}
        description={t('publicLinks.proofHint')}
        {...form.getInputProps('proofOfWork', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('publicLinks.keep')}
        description={t('publicLinks.keepHint')}
        {...form.getInputProps('keepOnDevice', { type: 'checkbox' })}
      />
      <Textarea
        label={t('publicLinks.thankYou')}
        description={t('publicLinks.thankYouHint')}
        maxLength={2000}
        autosize
        minRows={2}
        {...form.getInputProps('thankYou')}
      />
    </FormDialog>
  );
}

const MINUTES = 16;

/** Returns a time as the browser's field shows it, in the time zone of the organisation. */
const clockText = (iso: string | undefined): string =>
  iso === undefined ? '' : isoIn(Date.parse(iso), shownZone()).slice(0, MINUTES);

const isoOf = (text: string): string | null =>
  text === '' ? null : new Date(momentAt(text, shownZone())).toISOString();
