import { askForToken, type Stage } from './stage.ts';
import { tellFaults } from './story-faults.ts';
import { tellForms } from './story-forms.ts';
import { tellLeaving } from './story-leaving.ts';
import { tellProvisioning } from './story-provisioning.ts';

/** Tells the whole story: a token, provisioning, reading forms, deactivation, and errors. */
export async function tellStory(stage: Stage): Promise<void> {
  const { teller, organisation } = stage;
  teller.heading('Getting in');
  const { clientId, clientSecret } = organisation.account;
  const token = await askForToken(teller, 'TOKEN', { clientId, clientSecret }, TOKEN_SENTENCE);
  const newcomer = await tellProvisioning(stage, token);
  const herToken = await tellForms(stage, token, newcomer);
  await tellLeaving(stage, token, newcomer, herToken);
  await tellFaults(stage, token);
}

const TOKEN_SENTENCE =
  'A system trades the client id and secret of an API credential for an access token, good for an hour (OAuth 2.0, client credentials). Keep it in TOKEN.';
