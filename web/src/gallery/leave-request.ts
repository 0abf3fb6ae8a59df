import {
  beside,
  calculated,
  choice,
  day,
  file,
  type GalleryTemplate,
  long,
  needed,
  number,
  oneOf,
  page,
  say,
  text,
  yesNo,
} from './parts.ts';

export const leaveRequest: GalleryTemplate = {
  id: 'leave-request',
  name: say('Leave request', 'Urlaubsantrag'),
  description: say(
    'Holiday and other time off, with the number of days and who stands in.',
    'Urlaub und andere Abwesenheit, mit der Zahl der Tage und der Vertretung.',
  ),
  definition: {
    pages: [
      page('leave', say('Leave', 'Abwesenheit'), [
        oneOf(
          'kind',
          say('Kind of leave', 'Art der Abwesenheit'),
          [
            choice('holiday', 'Holiday', 'Urlaub'),
            choice('special', 'Special leave', 'Sonderurlaub'),
            choice('unpaid', 'Unpaid leave', 'Unbezahlter Urlaub'),
            choice('training', 'Training', 'Fortbildung'),
          ],
          needed,
        ),
        long('reason', say('Reason', 'Grund'), { ...needed, visibleIf: "{kind} = 'special'" }),
        day('first', say('First day', 'Erster Tag'), needed),
        day('last', say('Last day', 'Letzter Tag'), {
          ...needed,
          ...beside,
          minValueExpression: '{first}',
          minErrorText: say(
            'The last day is not before the first one.',
            'Der letzte Tag liegt nicht vor dem ersten.',
          ),
        }),
        calculated('calendar_days', say('Calendar days', 'Kalendertage'), {
          expression:
            "iif({first} notempty and {last} notempty, dateDiff({first}, {last}, 'days') + 1, 0)",
        }),
        number('working_days', say('Working days', 'Arbeitstage'), {
          ...needed,
          min: 0.5,
          max: 260,
          step: 0.5,
        }),
        text('stand_in', say('Who stands in for you?', 'Wer vertritt Sie?'), needed),
        yesNo('agreed', say('Did the person agree?', 'Ist die Person einverstanden?'), needed),
        file('proof', say('Supporting document', 'Nachweis'), {
          visibleIf: "{kind} = 'special' or {kind} = 'training'",
        }),
        long('remarks', say('Remarks', 'Bemerkungen')),
      ]),
    ],
  },
};
