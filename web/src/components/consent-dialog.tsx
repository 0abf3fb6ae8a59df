import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';

interface ConsentDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** On the button that does it. */
  readonly verb: string;
  /** Nothing is lost by it. */
  readonly isHarmless?: boolean;
  readonly act: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Says what an act means before it is done. */
export function ConsentDialog(props: ConsentDialogProps) {
  const { title, children, verb, isHarmless = false, act, onDone, onCancel } = props;
  const { t } = useTranslation();
  const { run, isRunning, problem } = useAct([], act, onDone);
  return (
    <Dialog onClose={onCancel} title={title}>
      <Stack>
        {children}
        {problem && <Problem error={problem} />}
        <Group justify="end">
          <Button variant="default" onClick={onCancel} data-autofocus>
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
