import { late } from '#web/components/late.ts';

/** Inputs of a form, loaded once they are shown. The module has other exports, whose types say nothing of a component. */
export const SurveyView = late(
  () =>
    import('#web/survey/survey-view.tsx').then(({ SurveyView: view }) => ({ SurveyView: view })),
  'SurveyView',
  ['survey', 'fill', 'kinds'],
);
