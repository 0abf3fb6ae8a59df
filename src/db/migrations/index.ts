import type { Migration } from '#db/migration.ts';
import { initial } from './20261124-initial.ts';
import { acme } from './20261126-acme.ts';
import { brands } from './20261126-brands.ts';
import { bulkActs } from './20261126-bulk-acts.ts';
import { dashboardMails } from './20261126-dashboard-mails.ts';
import { deliveryTraces } from './20261126-delivery-traces.ts';
import { exportClaims } from './20261126-export-claims.ts';
import { exportScopes } from './20261126-export-scopes.ts';
import { idempotentAnswers } from './20261126-idempotent-answers.ts';
import { lastNumbers } from './20261126-last-numbers.ts';
import { provisioningCounts } from './20261126-provisioning-counts.ts';
import { purgedForms } from './20261126-purged-forms.ts';
import { searchMarks } from './20261126-search-marks.ts';
import { answerRows } from './20261127-answer-rows.ts';
import { answerSeries } from './20261127-answer-series.ts';
import { capitalSharpS } from './20261127-capital-sharp-s.ts';
import { dashboards } from './20261127-dashboards.ts';
import { draftsOfVersions } from './20261127-drafts-of-versions.ts';
import { formNames } from './20261127-form-names.ts';
import { formsByCreation } from './20261127-forms-by-creation.ts';
import { formsOfTemplateByName } from './20261127-forms-of-template-by-name.ts';
import { provisioningLogParts } from './20261127-provisioning-log-parts.ts';
import { publicLinks } from './20261127-public-links.ts';
import { purgeIndexes } from './20261127-purge-indexes.ts';
import { retention } from './20261127-retention.ts';
import { savedViews } from './20261127-saved-views.ts';
import { searchRefills } from './20261127-search-refills.ts';
import { sharedLists } from './20261127-shared-lists.ts';
import { templateCopies } from './20261127-template-copies.ts';
import { templateRights } from './20261127-template-rights.ts';
import { accountFonts } from './20261128-account-fonts.ts';
import { answerCorrections } from './20261128-answer-corrections.ts';
import { answerQuotas } from './20261128-answer-quotas.ts';
import { answerValues } from './20261128-answer-values.ts';
import { collapsedNames } from './20261128-collapsed-names.ts';
import { endedRoleMappings } from './20261128-ended-role-mappings.ts';
import { fileDamage } from './20261128-file-damage.ts';
import { linksOnSharedDevices } from './20261128-links-on-shared-devices.ts';
import { nameTranslations } from './20261128-name-translations.ts';
import { namesBefore } from './20261128-names-before.ts';
import { noticeCauses } from './20261128-notice-causes.ts';
import { publicLists } from './20261128-public-lists.ts';
import { restoredUsers } from './20261128-restored-users.ts';
import { unnamedUsers } from './20261128-unnamed-users.ts';
import { changeBranches } from './20261129-change-branches.ts';
import { scheduledExports } from './20261129-delivery-scheduled-exports.ts';
import { dueDates } from './20261129-due-dates.ts';
import { dueEvents } from './20261129-due-events.ts';
import { leavers } from './20261129-leavers.ts';
import { noticeChoices } from './20261129-notice-choices.ts';
import { notices } from './20261129-notices.ts';
import { pushSubscriptions } from './20261129-push-subscriptions.ts';
import { reviewSignatures } from './20261129-review-signatures.ts';
import { officeFields } from './20261129-reviews.ts';
import { ruleTriggers } from './20261129-rule-triggers.ts';
import { rules } from './20261129-rules.ts';
import { templateBrand } from './20261129-template-brand.ts';
import { viewsOfSchedules } from './20261129-views-of-schedules.ts';
import { work } from './20261129-work.ts';
import { workChanges } from './20261129-work-changes.ts';
import { workEvents } from './20261129-work-events.ts';
import { assignments } from './20261130-assignments.ts';
import { calendarAddresses } from './20261130-calendar.ts';
import { deviceTimes } from './20261130-device-times.ts';
import { ownForms } from './20261130-own-forms.ts';
import { review } from './20261130-review.ts';
import { series } from './20261130-series.ts';
import { documents } from './20261201-documents.ts';
import { formCounts } from './20261201-form-counts.ts';
import { formsOfTemplate } from './20261201-forms-of-template.ts';
import { saml } from './20261201-saml.ts';

/** In order. Add at the end; never edit one that was released. */
export const migrations: readonly Migration[] = [
  initial,
  brands,
  templateCopies,
  templateRights,
  answerValues,
  formNames,
  templateBrand,
  sharedLists,
  retention,
  publicLinks,
  draftsOfVersions,
  searchRefills,
  formsByCreation,
  formsOfTemplateByName,
  savedViews,
  dashboards,
  searchMarks,
  bulkActs,
  dashboardMails,
  idempotentAnswers,
  acme,
  deliveryTraces,
  answerSeries,
  exportClaims,
  purgedForms,
  exportScopes,
  lastNumbers,
  provisioningCounts,
  capitalSharpS,
  answerRows,
  purgeIndexes,
  provisioningLogParts,
  namesBefore,
  collapsedNames,
  restoredUsers,
  linksOnSharedDevices,
  answerQuotas,
  fileDamage,
  noticeCauses,
  endedRoleMappings,
  unnamedUsers,
  publicLists,
  answerCorrections,
  nameTranslations,
  accountFonts,
  dueDates,
  assignments,
  deviceTimes,
  ownForms,
  calendarAddresses,
  series,
  review,
  work,
  officeFields,
  dueEvents,
  leavers,
  notices,
  rules,
  noticeChoices,
  workChanges,
  workEvents,
  reviewSignatures,
  ruleTriggers,
  scheduledExports,
  pushSubscriptions,
  changeBranches,
  viewsOfSchedules,
  saml,
  formCounts,
  formsOfTemplate,
  documents,
];
