import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { LinkReceipt } from '#public-links/app-types.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { forget } from './link-visit.ts';

interface ReceiptProps {
  /** The key under which this browser keeps what belongs to the link. */
  readonly kept: string;
  readonly receipt: LinkReceipt;
  readonly onAgain: () => void;
}

/** Says that the form was sent, and under which number the organisation finds it. */
export function Receipt({ kept, receipt, onAgain }: ReceiptProps) {
  const { t } = useTranslation();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Front title={t('answer.sentTitle')}>
      <Stack>
        <Text ref={text} tabIndex={-1} role="status" style={{ whiteSpace: 'pre-line' }}>
          {receipt.thankYou ?? t('answer.thankYou')}
        </Text>
        <div>
          <Text size="sm" c="dimmed">
            {t('answer.receipt')}
          </Text>
          <Text fw={700} size="xl" ff="monospace">
            {receipt.receipt}
          </Text>
          <Text size="sm" c="dimmed">
            {t('answer.receiptHint')}
          </Text>
        </div>
        <Button
          variant="default"
          onClick={() => {
            forget(kept);
            onAgain();
          }}
        >
          {t('answer.again')}
        </Button>
      </Stack>
    </Front>
  );
}
