import {
  beside,
  choice,
  column,
  day,
  type GalleryTemplate,
  long,
  needed,
  page,
  say,
  table,
  text,
  time,
} from './parts.ts';

export const meetingMinutes: GalleryTemplate = {
  id: 'meeting-minutes',
  name: say('Meeting minutes', 'Besprechungsprotokoll'),
  description: say(
    'Who met, what was decided, and a table of actions with people and dates.',
    'Wer teilnahm, was beschlossen wurde und eine Aufgabentabelle mit Personen und Terminen.',
  ),
  definition: {
    pages: [
      page('meeting', say('Meeting', 'Besprechung'), [
        text('subject', say('Subject', 'Thema'), needed),
        day('date', say('Date', 'Datum'), { ...needed, defaultValueExpression: 'today()' }),
        time('from', say('From', 'Von'), beside),
        time('until', say('Until', 'Bis'), beside),
        text('place', say('Place', 'Ort')),
        table('people', say('Participants', 'Teilnehmende'), {
          addRowText: say('Add participant', 'Person hinzufügen'),
          columns: [
            column('name', say('Name', 'Name'), { cellType: 'text', isRequired: true }),
            column('role', say('Role or company', 'Rolle oder Firma')),
          ],
        }),
      ]),
      page('results', say('Results', 'Ergebnisse'), [
        {
          type: 'paneldynamic',
          name: 'topics',
          title: say('Topics', 'Tagesordnungspunkte'),
          panelCount: 1,
          addPanelText: say('Add topic', 'Punkt hinzufügen'),
          templateElements: [
            text('topic', say('Topic', 'Punkt'), needed),
            long('discussed', say('What was discussed', 'Besprochen')),
            long('decided', say('What was decided', 'Beschlossen')),
          ],
        },
        table('actions', say('Actions', 'Aufgaben'), {
          addRowText: say('Add action', 'Aufgabe hinzufügen'),
          columns: [
            column('action', say('Action', 'Aufgabe'), { cellType: 'text', isRequired: true }),
            column('who', say('Who', 'Wer'), { cellType: 'text', isRequired: true }),
            column('due', say('Due', 'Bis'), { cellType: 'text', inputType: 'date' }),
            column('state', say('State', 'Stand'), {
              cellType: 'dropdown',
              choices: [
                choice('open', 'Open', 'Offen'),
                choice('running', 'In progress', 'In Arbeit'),
                choice('done', 'Done', 'Erledigt'),
              ],
            }),
          ],
        }),
        day('next', say('Next meeting', 'Nächste Besprechung')),
      ]),
    ],
  },
};
