import {
  choice,
  dropdown,
  email,
  type GalleryTemplate,
  moment,
  needed,
  page,
  phone,
  say,
  several,
  signature,
  text,
  yesNo,
} from './parts.ts';

export const visitorRegistration: GalleryTemplate = {
  id: 'visitor-registration',
  name: say('Visitor registration', 'Besucheranmeldung'),
  description: say(
    'Who visits whom and why, with the safety rules confirmed by signature.',
    'Wer wen aus welchem Grund besucht, mit Bestätigung der Sicherheitsregeln.',
  ),
  definition: {
    pages: [
      page('visitor', say('Visitor', 'Besuch'), [
        text('name', say('Name', 'Name'), { ...needed, autocomplete: 'name' }),
        text('company', say('Company', 'Firma'), { autocomplete: 'organization' }),
        phone('phone', say('Mobile phone', 'Mobiltelefon'), { autocomplete: 'tel' }),
        email('email', say('Email', 'E-Mail'), { autocomplete: 'email' }),
        text('host', say('Who do you visit?', 'Wen besuchen Sie?'), needed),
        dropdown(
          'reason',
          say('Reason', 'Grund'),
          [
            choice('meeting', 'Meeting', 'Besprechung'),
            choice('delivery', 'Delivery', 'Lieferung'),
            choice('work', 'Maintenance or repair', 'Wartung oder Reparatur'),
            choice('interview', 'Job interview', 'Vorstellungsgespräch'),
          ],
          { ...needed, showOtherItem: true },
        ),
        moment('arrival', say('Arrival', 'Ankunft'), needed),
        yesNo('car', say('Do you come by car?', 'Kommen Sie mit dem Auto?')),
        text('plate', say('Licence plate', 'Kennzeichen'), {
          ...needed,
          visibleIf: '{car} = true',
        }),
      ]),
      page('rules', say('Safety rules', 'Sicherheitsregeln'), [
        several(
          'rules',
          say('Please confirm', 'Bitte bestätigen Sie'),
          [
            choice(
              'badge',
              'I wear my badge where it can be seen.',
              'Ich trage meinen Ausweis sichtbar.',
            ),
            choice('escort', 'I stay with my host.', 'Ich bleibe bei meiner Begleitung.'),
            choice(
              'photos',
              'I take no photos without permission.',
              'Ich fotografiere nicht ohne Erlaubnis.',
            ),
            choice(
              'alarm',
              'In an alarm, I go to the assembly point.',
              'Bei Alarm gehe ich zum Sammelpunkt.',
            ),
          ],
          {
            ...needed,
            validators: [
              {
                type: 'answercount',
                minCount: 4,
                text: say('Confirm all four rules.', 'Bestätigen Sie alle vier Regeln.'),
              },
            ],
          },
        ),
        signature('signature', say('Signature', 'Unterschrift'), needed),
      ]),
    ],
  },
};
