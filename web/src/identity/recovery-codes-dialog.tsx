import { Button, Code, CopyButton, Group, SimpleGrid } from '@mantine/core';
import { useSession } from '#web/api/session.ts';
import { saveFile } from '#web/components/save-file.ts';
import { SecretDialog } from '#web/components/secret-dialog.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows the recovery codes, which the server never shows again, to copy or download together. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const { account, user } = useSession();
  const text = codes.join('\n');
  const download = () => {
    const head = t('secondFactor.fileHead', { userName: user.userName, account: account.name });
    const file = new Blob([`${head}\n${location.origin}\n\n${text}\n`], { type: 'text/plain' });
    saveFile(file, `${t('secondFactor.fileName')}.txt`);
  };
  return (
    <SecretDialog
      title={t('secondFactor.codesTitle')}
      once={t('secondFactor.codesOnce')}
      lead={t('secondFactor.codesLead')}
      stored={t('secondFactor.codesStored')}
      onDone={onDone}
    >
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="xs" m={0} p={0}>
        {codes.map((code) => (
          <Group component="li" key={code}>
            <Code fz="sm">{code}</Code>
          </Group>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copy.copied' : 'secondFactor.copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={download}>
          {t('secondFactor.saveCodes')}
        </Button>
      </Group>
    </SecretDialog>
  );
}
