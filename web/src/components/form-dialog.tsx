import type { ModalProps } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';
import { SendForm, type SendFormProps } from './send-form.tsx';

interface FormDialogProps
  extends Omit<SendFormProps, 'onCancel'>,
    Pick<ModalProps, 'size' | 'onClose'> {
  readonly title: string;
}

/** A dialog that holds a form, whose buttons are always visible. */
export function FormDialog(props: FormDialogProps) {
  const { form, children, verb, isDisabled = false, ...dialog } = props;
  return (
    <Dialog {...dialog} classNames={{ body: classes['body'], content: classes['content'] }}>
      <SendForm form={form} verb={verb} isDisabled={isDisabled} onCancel={dialog.onClose}>
        {children}
      </SendForm>
    </Dialog>
  );
}
