import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConsentDialog, type ConsentDialogProps } from './consent-dialog.tsx';

interface ConsentButtonProps extends Omit<ConsentDialogProps, 'onClose'> {
  readonly label: string;
}

/** A button that opens a dialog to confirm an action. */
export function ConsentButton({ label, onDone, ...consent }: ConsentButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const done = (output: unknown) => {
    close();
    onDone?.(output);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <ConsentDialog {...consent} onDone={done} onClose={close} />}
    </>
  );
}
