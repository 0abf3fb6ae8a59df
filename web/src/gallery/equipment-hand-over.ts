import {
  choice,
  column,
  day,
  type GalleryTemplate,
  long,
  needed,
  oneOf,
  page,
  photo,
  say,
  signature,
  table,
  text,
  yesNo,
} from './parts.ts';

export const equipmentHandOver: GalleryTemplate = {
  id: 'equipment-hand-over',
  name: say('Equipment hand-over', 'Geräteübergabe'),
  description: say(
    'Who receives which equipment, in which condition, signed by both sides.',
    'Wer welche Geräte in welchem Zustand erhält, von beiden Seiten unterschrieben.',
  ),
  definition: {
    pages: [
      page('hand_over', say('Hand-over', 'Übergabe'), [
        oneOf(
          'direction',
          say('What is this?', 'Worum geht es?'),
          [choice('issue', 'Issue', 'Ausgabe'), choice('return', 'Return', 'Rückgabe')],
          { ...needed, colCount: 2 },
        ),
        day('date', say('Date', 'Datum'), { ...needed, defaultValueExpression: 'today()' }),
        text('receiver', say('Received by', 'Empfangen von'), needed),
        text('giver', say('Handed over by', 'Übergeben von'), needed),
        day('until', say('To be returned by', 'Rückgabe bis'), {
          visibleIf: "{direction} = 'issue'",
        }),
      ]),
      page('items', say('Equipment', 'Geräte'), [
        table('items', say('Equipment', 'Geräte'), {
          ...needed,
          minRowCount: 1,
          addRowText: say('Add item', 'Gerät hinzufügen'),
          columns: [
            column('item', say('Item', 'Gerät'), { cellType: 'text', isRequired: true }),
            column('serial', say('Serial number', 'Seriennummer')),
            column('quantity', say('Quantity', 'Anzahl'), {
              cellType: 'text',
              inputType: 'number',
              min: 1,
              step: 1,
              isRequired: true,
            }),
            column('condition', say('Condition', 'Zustand'), {
              cellType: 'dropdown',
              choices: [
                choice('new', 'New', 'Neu'),
                choice('good', 'Good', 'Gut'),
                choice('worn', 'Worn', 'Gebraucht'),
                choice('damaged', 'Damaged', 'Beschädigt'),
              ],
            }),
          ],
        }),
        yesNo(
          'damaged',
          say('Is anything damaged or missing?', 'Ist etwas beschädigt oder fehlt etwas?'),
          needed,
        ),
        long('damage', say('What is damaged or missing?', 'Was ist beschädigt oder fehlt?'), {
          ...needed,
          visibleIf: '{damaged} = true',
        }),
        photo('photos', say('Photos', 'Fotos'), { allowMultiple: true }),
        signature(
          'signed_receiver',
          say('Signature of the receiver', 'Unterschrift der empfangenden Person'),
          needed,
        ),
        signature(
          'signed_giver',
          say('Signature of the person who hands over', 'Unterschrift der übergebenden Person'),
          needed,
        ),
      ]),
    ],
  },
};
