import {
  choice,
  column,
  dropdown,
  type GalleryTemplate,
  long,
  moment,
  needed,
  oneOf,
  page,
  photo,
  say,
  section,
  signature,
  table,
  text,
  yesNo,
} from './parts.ts';

export const incidentReport: GalleryTemplate = {
  id: 'incident-report',
  name: say('Incident report', 'Unfallmeldung'),
  description: say(
    'Accidents and near misses: what happened, who was hurt, and what was done at once.',
    'Unfälle und Beinaheunfälle: was geschah, wer verletzt wurde und was sofort getan wurde.',
  ),
  definition: {
    pages: [
      page('incident', say('Incident', 'Ereignis'), [
        oneOf(
          'kind',
          say('What kind of incident was it?', 'Was für ein Ereignis war es?'),
          [
            choice('injury', 'Injury', 'Verletzung'),
            choice('near_miss', 'Near miss', 'Beinaheunfall'),
            choice('damage', 'Damage to property', 'Sachschaden'),
            choice('environment', 'Damage to the environment', 'Umweltschaden'),
          ],
          needed,
        ),
        moment('when', say('When did it happen?', 'Wann ist es geschehen?'), needed),
        text('where', say('Where did it happen?', 'Wo ist es geschehen?'), needed),
        long('what', say('What happened?', 'Was ist geschehen?'), {
          ...needed,
          description: say(
            'In the order in which it happened. Facts only.',
            'In der Reihenfolge des Geschehens. Nur Tatsachen.',
          ),
        }),
        photo('photos', say('Photos', 'Fotos'), { allowMultiple: true }),
      ]),
      page('people', say('People', 'Personen'), [
        section('injured', say('Injured person', 'Verletzte Person'), {
          visibleIf: "{kind} = 'injury'",
          elements: [
            text('injured_name', say('Name', 'Name'), needed),
            text('injury', say('Injury', 'Art der Verletzung'), needed),
            dropdown(
              'body_part',
              say('Part of the body', 'Körperteil'),
              [
                choice('head', 'Head', 'Kopf'),
                choice('eye', 'Eye', 'Auge'),
                choice('arm', 'Arm or hand', 'Arm oder Hand'),
                choice('back', 'Back', 'Rücken'),
                choice('leg', 'Leg or foot', 'Bein oder Fuß'),
              ],
              { showOtherItem: true },
            ),
            oneOf(
              'treatment',
              say('Treatment', 'Versorgung'),
              [
                choice('none', 'No treatment', 'Keine Versorgung'),
                choice('first_aid', 'First aid', 'Erste Hilfe'),
                choice('doctor', 'Doctor', 'Arzt'),
                choice('hospital', 'Hospital', 'Krankenhaus'),
              ],
              needed,
            ),
            yesNo('absent', say('Unable to work?', 'Arbeitsunfähig?')),
          ],
        }),
        table('witnesses', say('Witnesses', 'Zeugen'), {
          rowCount: 0,
          addRowText: say('Add witness', 'Zeugen hinzufügen'),
          columns: [
            column('witness', say('Name', 'Name')),
            column('contact', say('Phone or email', 'Telefon oder E-Mail')),
          ],
        }),
      ]),
      page('measures', say('Measures', 'Maßnahmen'), [
        long('cause', say('Probable cause', 'Wahrscheinliche Ursache')),
        long('at_once', say('What was done at once?', 'Was wurde sofort getan?'), needed),
        yesNo('danger', say('Is there still a danger?', 'Besteht noch eine Gefahr?'), needed),
        long(
          'danger_how',
          say(
            'Which danger, and how is the place secured?',
            'Welche Gefahr, und wie ist die Stelle gesichert?',
          ),
          {
            ...needed,
            visibleIf: '{danger} = true',
          },
        ),
        signature(
          'signature',
          say('Signature of the person who reports', 'Unterschrift der meldenden Person'),
          needed,
        ),
      ]),
    ],
  },
};
