import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';

export interface ConsentDialogProps<Output = unknown> {
  readonly title: string;
  /** Explains what will happen. */
  readonly children: ReactNode;
  /** The label of the button that performs the action. */
  readonly verb: string;
  /** Nothing is lost by the action, so its button is not red. */
  readonly isHarmless?: boolean;
  readonly act: () => Promise<Output>;
  /** A notification for when the action has succeeded. */
  readonly notice?: string;
  /** Called when the action has succeeded; undefined: the dialog closes. */
  readonly onDone?: (output: Output) => void;
  readonly onClose: () => void;
}

/** Explains an action and asks for confirmation before it is performed. */
export function ConsentDialog<Output>(props: ConsentDialogProps<Output>) {
  const { title, children, verb, isHarmless = false, act, notice, onClose } = props;
  const { onDone = onClose } = props;
  const { t } = useTranslation();
  const { run, isRunning, problem } = useAct(act, (output) => {
    if (notice !== undefined) notifications.show({ message: notice });
    onDone(output);
  });
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        {children}
        {problem && <Problem error={problem} title={t('problem.notDoneOf', { what: verb })} />}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button
            color={isHarmless ? 'harbour' : 'red.9'}
            loading={isRunning}
            onClick={() => run(undefined)}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
