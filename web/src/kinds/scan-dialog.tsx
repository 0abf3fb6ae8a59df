import { Alert, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { Dialog } from '#web/components/dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './kinds.module.css';
import type { ReadCode } from './read-code.ts';
import { type Scanning, useScanning } from './use-scanning.ts';

interface ScanDialogProps {
  readonly title: string;
  readonly onFound: (code: ReadCode) => void;
  readonly onClose: () => void;
}

/** Shows the picture of the camera until it has read a code. */
export function ScanDialog({ title, onFound, onClose }: ScanDialogProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const state = useScanning(video, onFound);
  const problem = PROBLEMS[state];
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        {problem !== undefined ? (
          <Alert role="alert" color="red" variant="outline">
            {t(problem)}
          </Alert>
        ) : (
          <>
            <div className={classes['camera']} aria-busy={state === 'starting'}>
              <video ref={video} playsInline muted aria-label={t('kinds.camera')} />
            </div>
            <Text role="status">
              {t(state === 'starting' ? 'kinds.cameraStarts' : 'kinds.pointAtCode')}
            </Text>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

const PROBLEMS = {
  starting: undefined,
  looking: undefined,
  denied: 'kinds.cameraDenied',
  noCamera: 'kinds.noCamera',
  failed: 'kinds.cameraFailed',
} as const satisfies Readonly<Record<Scanning, string | undefined>>;
