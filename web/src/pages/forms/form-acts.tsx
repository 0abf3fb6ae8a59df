// What people may do with a form depends on rights that only the server knows. This file shows the actions that the
// server allows, and asks before those that cannot be undone.
import { Button, Group, Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCalendarTime,
  IconDownload,
  IconFileTypePdf,
  IconPencil,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { assignForm, deleteForm, reopenForm, restoreForm } from '#web/api/form-actions.ts';
import type { Form } from '#web/api/forms.ts';
import { ConsentDialog } from '#web/components/consent-dialog.tsx';
import { late } from '#web/components/late.ts';
import { PageMenu } from '#web/components/page-menu.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { AssignDialog } from '#web/form-lists/assign-dialog.tsx';
import { DueDialog } from '#web/form-lists/due-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ReopenDialog } from './reopen-dialog.tsx';
import { ReviewActs, ReviewDialog, useReviewing } from './review-acts.tsx';

const PdfDialog = late(() => import('./pdf-dialog.tsx'), 'PdfDialog', ['exports']);

type Dialog = 'assign' | 'schedule' | 'pdf' | 'delete' | 'reopen' | 'takeBack' | 'restore';

interface FormActsProps {
  readonly form: Form;
}

/** The actions that the person may perform on the form. */
export function FormActs({ form }: FormActsProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<Dialog>();
  const { id, may, history, status } = form;
  // A form has answers before anybody opens it, where its template has default values.
  const isBegun = history.some(({ action }) => action === 'edit');
  const close = () => setDialog(undefined);
  const reviewing = useReviewing(form);
  const isDecided = form.review?.state === 'approved' || form.review?.state === 'rejected';
  return (
    <Group gap="xs">
      {may.review && <ReviewActs reviewing={reviewing} />}
      <ReviewDialog form={form} reviewing={reviewing} />
      {may.edit && status === 'draft' && (
        <Button
          component={Link}
          to={`/forms/${id}/fill`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t(isBegun ? 'forms.continue' : 'forms.fill')}
        </Button>
      )}
      {may.restore && (
        <Button
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setDialog('restore')}
        >
          {t('forms.restore.verb')}
        </Button>
      )}
      {may.takeBack && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setDialog('takeBack')}
        >
          {t('reviews.takeBack')}
        </Button>
      )}
      {may.reopen && !may.takeBack && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setDialog('reopen')}
        >
          {t('forms.reopen.verb')}
        </Button>
      )}
      {may.assign && (
        <Button
          variant="default"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setDialog('assign')}
        >
          {t('forms.assign.verb')}
        </Button>
      )}
      <MoreActs form={form} onDialog={setDialog} />
      {dialog === 'assign' && (
        <AssignDialog send={(assignee) => assignForm(id, assignee)} onClose={close} />
      )}
      {dialog === 'schedule' && <DueDialog form={form} onClose={close} />}
      {dialog === 'pdf' && (
        <Suspense>
          <PdfDialog formId={id} onClose={close} />
        </Suspense>
      )}
      {dialog === 'takeBack' && <TakeBack form={form} onClose={close} />}
      {dialog === 'reopen' && isDecided && <ReopenDialog form={form} onClose={close} />}
      {isConsent(dialog) && !(dialog === 'reopen' && isDecided) && (
        <Consent form={form} dialog={dialog} onClose={close} />
      )}
    </Group>
  );
}

interface MoreActsProps extends FormActsProps {
  readonly onDialog: (dialog: Dialog) => void;
}

function MoreActs({ form, onDialog }: MoreActsProps) {
  const { t } = useTranslation();
  const download = () => {
    const text = JSON.stringify(form, undefined, 2);
    saveFile(new Blob([text], { type: 'application/json' }), `${form.name}.json`);
  };
  return (
    <PageMenu>
      {form.may.assign && (
        <Menu.Item
          leftSection={<IconCalendarTime size={16} aria-hidden />}
          onClick={() => onDialog('schedule')}
        >
          {t('forms.schedule.verb')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => onDialog('pdf')}
      >
        {t('forms.pdf')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        {t('forms.json')}
      </Menu.Item>
      {form.may.delete && (
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDialog('delete')}
        >
          {t('forms.delete.verb')}
        </Menu.Item>
      )}
    </PageMenu>
  );
}

const ACTS = {
  delete: deleteForm,
  reopen: (id: string) => reopenForm(id),
  restore: restoreForm,
} as const;

const isConsent = (dialog: Dialog | undefined): dialog is keyof typeof ACTS =>
  dialog !== undefined && Object.hasOwn(ACTS, dialog);

/** Takes back a form that no reviewer has opened. */
function TakeBack({ form, onClose }: FormActsProps & Pick<ConsentProps, 'onClose'>) {
  const { t } = useTranslation();
  return (
    <ConsentDialog
      title={t('reviews.takeBackTitle', { name: form.name })}
      verb={t('reviews.takeBack')}
      isHarmless
      act={() => reopenForm(form.id)}
      notice={t('reviews.takenBack')}
      onClose={onClose}
    >
      <Text>{t('reviews.takeBackLead')}</Text>
    </ConsentDialog>
  );
}

interface ConsentProps extends FormActsProps {
  readonly dialog: keyof typeof ACTS;
  readonly onClose: () => void;
}

function Consent({ form, dialog, onClose }: ConsentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const done = async () => {
    onClose();
    if (dialog === 'delete') await navigate({ to: '/forms', ignoreBlocker: true });
  };
  return (
    <ConsentDialog
      title={t(`forms.${dialog}.title`, { name: form.name })}
      verb={t(`forms.${dialog}.verb`)}
      isHarmless={dialog !== 'delete'}
      act={() => ACTS[dialog](form.id)}
      onDone={() => void done()}
      onClose={onClose}
    >
      <Text>{t(`forms.${dialog}.meaning`)}</Text>
    </ConsentDialog>
  );
}
