import type { ModalProps } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { SendForm, type SendFormProps } from './send-form.tsx';

interface FormDialogProps
  extends Omit<SendFormProps, 'onCancel'>,
    Pick<ModalProps, 'size' | 'onClose'> {
  readonly title: string;
}

/** A dialog that holds a form. */
export function FormDialog(props: FormDialogProps) {
  const { form, children, verb, isDisabled = false, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <SendForm form={form} verb={verb} isDisabled={isDisabled} onCancel={dialog.onClose}>
        {children}
      </SendForm>
    </Dialog>
  );
}
