import { Code, Group, List, Text } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import type { ConnectionTest, ConnectionTestStep } from '#provisioning/app-types.ts';
import { Callout } from '#web/components/callout.tsx';
import { refusalText } from '#web/components/problem.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** Shows each step of a test with the meaning of its answer. */
export function TestResult({ result }: { readonly result: ConnectionTest }) {
  const { t } = useTranslation();
  return (
    <>
      <Callout
        tone={result.ok ? 'green' : 'red'}
        icon={result.ok ? IconCircleCheck : IconCircleX}
        title={t(result.ok ? 'provisioning.test.fine' : 'provisioning.test.broken')}
      />
      <List type="ordered" spacing="sm" mt="sm" styles={{ itemWrapper: { display: 'block' } }}>
        {result.steps.map((step) => (
          <List.Item key={step.request}>
            <StepResult step={step} />
          </List.Item>
        ))}
      </List>
    </>
  );
}

function StepResult({ step }: { readonly step: ConnectionTestStep }) {
  const { t } = useTranslation();
  const { name, request, status, ok, ms } = step;
  const known = nameOf(request);
  const Picture = ok ? IconCheck : IconX;
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="start">
        <Picture
          size={18}
          role="img"
          aria-label={t(ok ? 'provisioning.test.done' : 'provisioning.test.failed')}
          color={`var(--${ok ? 'green' : 'red'}-text)`}
          style={{ flexShrink: 0, marginTop: 3 }}
        />
        <Text fw={500}>{known === undefined ? name : t(`provisioning.test.step.${known}`)}</Text>
      </Group>
      {ok && known !== undefined ? (
        <Text>{t(`provisioning.test.fineStep.${known}`)}</Text>
      ) : (
        <StepFault step={step} />
      )}
      <Text size="sm" c="dimmed">
        <Code className="wrap-anywhere">{request}</Code> {status ?? t('provisioning.test.noAnswer')}
        , {t('provisioning.test.ms', { count: ms })}
      </Text>
    </>
  );
}

/** The reason of a failure, with the words of the server that refused. */
function StepFault({ step }: { readonly step: ConnectionTestStep }) {
  const { t } = useTranslation();
  const { fault, failure, code, said = '', status } = step;
  if (fault === undefined) return undefined;
  return (
    <>
      <Text>{t(`provisioning.test.fault.${fault}`, { status: status ?? '' })}</Text>
      {failure !== undefined && <Text size="sm">{t(`callFailures.${failure}`)}</Text>}
      {failure === undefined && (code !== undefined || said !== '') && (
        <Text size="sm">
          {t('provisioning.test.said')}{' '}
          {code === undefined ? (
            <span lang="en">{said}</span>
          ) : (
            refusalText({ code, text: said }, t)
          )}
        </Text>
      )}
    </>
  );
}

function nameOf(request: string) {
  if (request.startsWith('POST ')) return 'token';
  if (request.includes('/ServiceProviderConfig')) return 'features';
  if (request.includes('/Users?')) return 'nobody';
  return request.includes('/Groups?') ? 'groups' : undefined;
}
