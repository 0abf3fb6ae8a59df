/** Forms where they are stored: who sees which, how they are selected, sorted, counted and found, their revisions, their history and their changes. Every id from a request goes through find-form.ts, and every list through visibility.ts. */
export { continues } from './autosaves.ts';
export { type ChangeFeed, cursorOfFeed, refuseFilters, replyWithFeed } from './change-feed.ts';
export { lockChangeHead, putChangeHead, readHead } from './change-head.store.ts';
export { serverStateOf } from './change-head.ts';
export {
  findCorrection,
  forgetCorrections,
  type ListedCorrection,
  listCorrections,
} from './corrections.store.ts';
export { countForms } from './count-forms.store.ts';
export { type BoundedCount, countUpTo, MAX_COUNTED } from './count-up-to.store.ts';
export {
  deletedForms,
  listDeleted,
  listPurgeable,
  type Purgeable,
  purgeForm,
} from './deleted-forms.store.ts';
export { listLooseOf, loosenAll } from './files-of-account.store.ts';
export { type FormFilter, printFilter } from './filter.ts';
export {
  assigneeOfLost,
  findVisible,
  lockForReview,
  lockPresentForm,
  lockStoredForm,
  readForm,
  requireForm,
  requireFormRight,
  requireMayAssign,
  requireMayEdit,
  requireStoredForm,
} from './find-form.ts';
export {
  completedOnDeviceIn,
  findForm,
  insertForm,
  lockForm,
  noteOpened,
  type StoredForm,
  updateForm,
} from './form.store.ts';
export {
  accessTo,
  decides,
  type FormAccess,
  isAuthor,
  mayAssign,
  mayEdit,
  mayReview,
} from './form-access.ts';
export type { Numbering } from './form-change.store.ts';
export {
  type CountAt,
  type CountedForms,
  countDays,
  countOfStatus,
  countQuarters,
  readCounts,
  type StandingCounts,
} from './form-counts.store.ts';
export {
  assignedIn,
  correctedIn,
  deleteEvents,
  deviceClockIn,
  forgetSignatures,
  hasManyEvents,
  insertEvent,
  lastDecision,
  listEvents,
  remarksIn,
  removedFrom,
  removedIn,
  signatureIn,
  signaturesOf,
} from './form-event.store.ts';
export {
  areConditions,
  FORM_FILTERS,
  type FormConditions,
  indexedCondition,
  PERSON_FILTERS,
  readFormFilters,
} from './form-filters.store.ts';
export { FORM_ITEM, FormItem, ReviewItem, reviewItem, toFormItem } from './form-item.ts';
export {
  type FormListRow,
  LISTED,
  type PageStart,
  positionOf,
  selectListedForms,
} from './form-list.store.ts';
export {
  followAnswers,
  nameByPattern,
  nameWith,
  patternToFollow,
  readNaming,
} from './form-name.ts';
export { nextNumber } from './form-numbers.store.ts';
export {
  claim,
  nextTime,
  recordClaim,
  requireStatus,
  staleFault,
  storeForm,
  takeForm,
} from './form-revision.ts';
export {
  type FormSelection,
  isSelected,
  isWhole,
  liveForms,
  selectedForms,
  visibilityFor,
} from './form-selection.store.ts';
export { nameForms } from './forms-by-id.store.ts';
export {
  CORRECTION_REVISIONS,
  changedParts,
  recordCorrection,
  recordEvent,
  writerOf,
} from './history.ts';
export { keepFormCounts } from './keep-counts.ts';
export { currentCursor, ListedForm, replyWithChanges } from './list-changes.ts';
export { FORM_LIST_QUERY, TEMPLATE_LIST_QUERY } from './list-query.shapes.ts';
export {
  DEFAULT_ORDER,
  type FormOrder,
  type ListQuery,
  parseListQuery,
} from './list-query.ts';
export { forgetLoose, forgetLooseOf, listLoose, recordLoose } from './loose-file.store.ts';
export {
  forgetOfficeAnswers,
  readOfficeAnswers,
  storeOfficeAnswers,
} from './office-answers.store.ts';
export { recentForms } from './recent-forms.store.ts';
export { restorableBy } from './restorable.ts';
export { REVIEW_COLUMNS, reviewColumns, reviewOf } from './review-columns.store.ts';
export { keepPanel, panelMembers } from './review-panels.store.ts';
export { requireTemplateOfForms } from './template-of-forms.ts';
export { formsToFind, templatesToFind } from './texts-to-find.store.ts';
export {
  isWithin,
  ownFormsOf,
  reviewsOf,
  type Visibility,
  type VisibleRange,
  visibilityOf,
  visibilityWithin,
} from './visibility.ts';
