import { notifications } from '@mantine/notifications';
import { makePdf } from '#web/api/exports.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { DocumentField, LeaveOutField, leftOut } from '#web/exports/pdf-fields.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface PdfDialogProps {
  readonly formId: string;
  readonly onClose: () => void;
}

interface Values {
  /** Empty for the standard PDF. */
  readonly document: string;
  readonly leaveOut: readonly string[];
}

/** Creates a PDF of one form, which the list of exports shows. */
export function PdfDialog({ formId, onClose }: PdfDialogProps) {
  const { t } = useTranslation();
  const form = useSendForm<Values, unknown>({
    initialValues: { document: '', leaveOut: [] },
    send: ({ document, leaveOut }) =>
      makePdf(formId, document === '' ? { leaveOut: leftOut(leaveOut) } : { document }),
    done() {
      notifications.show({
        autoClose: 10_000,
        message: (
          <>
            {t('forms.pdfSoon')} <LinkAnchor to="/exports">{t('forms.toExports')}</LinkAnchor>
          </>
        ),
      });
      onClose();
    },
  });
  return (
    <FormDialog onClose={onClose} title={t('forms.pdf')} form={form} verb={t('forms.pdf')}>
      <DocumentField of={`forms/${formId}`} {...form.getInputProps('document')} />
      {form.values.document === '' && <LeaveOutField {...form.getInputProps('leaveOut')} />}
    </FormDialog>
  );
}
