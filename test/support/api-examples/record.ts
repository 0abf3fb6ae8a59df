// Goes through all public operations as an integrator would, and returns their requests and answers.
import type { ApiExamples } from '#http/examples.ts';
import type { Instance } from '../instance.ts';
import { recordForms } from './forms.ts';
import { recordListsAndWebhooks } from './lists-and-webhooks.ts';
import { recordOauth } from './oauth.ts';
import { createRecorder } from './recorder.ts';
import { recordScim } from './scim.ts';

/** @param instance a new one, which nobody has used: its data would be in the lists */
export async function recordApiExamples(instance: Instance): Promise<ApiExamples> {
  const recorder = createRecorder(instance);
  await recordOauth(recorder);
  await recordScim(recorder);
  await recordForms(recorder);
  await recordListsAndWebhooks(recorder);
  return recorder.examples();
}
