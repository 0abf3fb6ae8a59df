/** What templates, forms and all that is made of them share: their types, who acts, names of people, and small rules of texts, days and places. */
export { actorIn, actorOfCall, formActorOf } from './actor-in.ts';
export { type CompletedOnDevice, completedOnDevice } from './completed-on-device.ts';
export { CREATED_DAYS, Day, DUE_DAYS, RELATIVE } from './created-days.shapes.ts';
export { type CreatedDays, readCreated, termsOfDays } from './created-days.ts';
export { type OwnCalendar, parseDays, parsePeriod, readDays, type TimeSpan } from './days.ts';
export { type Names, named, timeOf } from './describe.ts';
export { DueDate, readDueDate } from './due-date.ts';
export { readDue, termsOfDue } from './due-days.ts';
export { type DueEvent, dueJob } from './due-job.ts';
export type { EventPeople, FormsEvent, FormsEvents, FormsEventType } from './events.ts';
export { fittingPage } from './fitting-page.store.ts';
export type {
  Assignment,
  Expected,
  Form,
  FormActor,
  FormChanges,
  FormEvent,
  FormEventAction,
  FormStatus,
  Location,
  NewForm,
  Review,
  ReviewState,
  Viewer,
} from './form.ts';
export { checkLocation, checkName, normaliseId, requireDesigner } from './form-rules.ts';
export type { FormsDeps, FormWritesDeps, GroupsOfUser, PeopleOfReviews } from './forms-deps.ts';
export { ANSWERS_FULL, FORMS_FULL } from './full-docs.ts';
export { arrivedLater, wasLate } from './is-late.ts';
export { isLinkId, nextLinkId } from './link-id.ts';
export { linkNames } from './link-names.store.ts';
export { readNames } from './names.store.ts';
export { peopleOfForm } from './people-of-form.ts';
export { receiptOf } from './receipt.ts';
export { RemovedAnswers } from './removed.shapes.ts';
export { formText, templateText } from './search-texts.ts';
export { findActiveUsers, findUserLabel, groupExists } from './subjects.store.ts';
export type {
  Field,
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateStatus,
  TemplateVersion,
} from './template.ts';
export { readTimeZone } from './time-zone.store.ts';
