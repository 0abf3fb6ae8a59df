import type { Migration } from '#db/migrate.ts';
import { initial } from './20261120-initial.ts';
import { appLists } from './20261121-app-lists.ts';
import { attachments } from './20261121-attachments.ts';
import { auditChain } from './20261121-audit-chain.ts';
import { auditLinks } from './20261121-audit-links.ts';
import { credentialKinds } from './20261121-credential-kinds.ts';
import { deletedForms } from './20261121-deleted-forms.ts';
import { exports } from './20261121-exports.ts';
import { exposedSecrets } from './20261121-exposed-secrets.ts';
import { formChanges } from './20261121-form-changes.ts';
import { leases } from './20261121-leases.ts';
import { limits } from './20261121-limits.ts';
import { notices } from './20261121-notices.ts';
import { passkeys } from './20261121-passkeys.ts';
import { passwordRules } from './20261121-password-rules.ts';
import { provisioningLog } from './20261121-provisioning-log.ts';
import { provisioningState } from './20261121-provisioning-state.ts';
import { sessionLimits } from './20261121-session-limits.ts';
import { sessions } from './20261121-sessions.ts';
import { signInLinks } from './20261121-sign-in-links.ts';
import { sso } from './20261121-sso.ts';
import { templateDrafts } from './20261121-template-drafts.ts';
import { uniqueValues } from './20261121-unique-values.ts';
import { webhooks } from './20261121-webhooks.ts';
import { assertionAudience } from './20261122-assertion-audience.ts';
import { changeEpoch } from './20261122-change-epoch.ts';
import { claims } from './20261122-claims.ts';
import { formerUsers } from './20261122-former-users.ts';
import { namesAnywhere } from './20261122-names-anywhere.ts';
import { pictures } from './20261122-pictures.ts';
import { searchWords } from './20261122-search-words.ts';
import { ssoOnly } from './20261122-sso-only.ts';
import { timeZones } from './20261122-time-zones.ts';
import { waitingMembers } from './20261122-waiting-members.ts';
import { alerts } from './20261123-alerts.ts';
import { emailsAnywhere } from './20261123-emails-anywhere.ts';
import { formerNames } from './20261123-former-names.ts';
import { localBlock } from './20261123-local-block.ts';
import { passwordSetBy } from './20261123-password-set-by.ts';
import { sealedNames } from './20261123-sealed-names.ts';
import { sessionConnections } from './20261123-session-connections.ts';
import { ssoPeople } from './20261123-sso-people.ts';
import { unprovenRequests } from './20261123-unproven-requests.ts';
import { waitingNews } from './20261123-waiting-news.ts';
import { emailsSetBy } from './20261124-emails-set-by.ts';
import { passwordRequests } from './20261124-password-requests.ts';
import { quotas } from './20261124-quotas.ts';
import { secondFactors } from './20261124-second-factors.ts';

/** In order. Add at the end; never edit one that was released. */
export const migrations: readonly Migration[] = [
  initial,
  leases,
  credentialKinds,
  sessions,
  exposedSecrets,
  passwordRules,
  uniqueValues,
  auditChain,
  limits,
  appLists,
  provisioningLog,
  provisioningState,
  signInLinks,
  sso,
  passkeys,
  templateDrafts,
  webhooks,
  attachments,
  formChanges,
  deletedForms,
  exports,
  sessionLimits,
  notices,
  auditLinks,
  claims,
  timeZones,
  searchWords,
  changeEpoch,
  namesAnywhere,
  waitingMembers,
  formerUsers,
  assertionAudience,
  pictures,
  alerts,
  ssoOnly,
  sessionConnections,
  ssoPeople,
  unprovenRequests,
  emailsAnywhere,
  waitingNews,
  formerNames,
  localBlock,
  passwordSetBy,
  sealedNames,
  passwordRequests,
  secondFactors,
  quotas,
  emailsSetBy,
];
