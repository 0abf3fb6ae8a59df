// Five XLSForms as different tools write them: what each becomes, and answers that complete it.
import type { JsonObject } from '#kernel/json.ts';
import {
  bookParts,
  packZip,
  prefixedSheet,
  STYLES,
  sharedSheets,
  table,
  writeWorkbook,
} from './workbooks.ts';

export interface XlsForm {
  /** The tool that it imitates. */
  readonly maker: string;
  bytes(): Promise<Buffer>;
  readonly name: string;
  /** The default language, if it is not English. */
  readonly locale?: string;
  readonly answers: JsonObject;
  /** Answers of the completed form that the form itself calculates. */
  readonly calculated: JsonObject;
  /** Answers that may not complete it, by the field that is at fault. */
  readonly wrong: Readonly<Record<string, JsonObject>>;
  /** The rows and kinds of the report. */
  readonly report: readonly (readonly [row: number | undefined, kind: string])[];
}

/** The tutorial style of pyxform: everything in one language, with the spellings of the specification. */
const pyxform: XlsForm = {
  maker: 'pyxform',
  name: 'Household survey',
  bytes: () =>
    writeWorkbook({
      survey: table(`
        type                    | name      | label                       | hint            | required | required_message | relevant               | constraint                  | constraint_message | calculation                                | default | appearance | parameters            | repeat_count
        start                   | start     |                             |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        today                   | today     |                             |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        text                    | head      | Head of the household       | Full name       | yes      | Enter the name.  |                        | string-length(.) >= 3       | Too short          |                                            |         |            |                       |
        integer                 | size      | How many people?            |                 | true()   |                  |                        | . >= 1 and . <= 30          | 1 to 30            |                                            | 2       |            |                       |
        date                    | born      | Date of birth of \${head}   |                 |          |                  |                        | . <= today()                | In the past        |                                            |         |            |                       |
        calculate               | years     |                             |                 |          |                  |                        |                             |                    | int((\${today} - \${born}) div 365.25)     |         |            |                       |
        select_one yes_no       | garden    | Is there a **garden**?      |                 | yes      |                  |                        |                             |                    |                                            |         |            |                       |
        decimal                 | area      | Its area in square metres   |                 |          |                  | \${garden} = 'yes'     | . > 0                       | More than 0        |                                            |         |            |                       |
        begin repeat            | member    | Members                     |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        text                    | who       | Name                        |                 | yes      |                  |                        |                             |                    |                                            |         |            |                       |
        integer                 | age       | Age                         |                 |          |                  |                        | . >= 0                      |                    |                                            |         |            |                       |
        text                    | school    | School of \${who}           |                 |          |                  | \${age} > 5 and \${age} < 18 |                       |                    |                                            |         |            |                       |
        end repeat              |           |                             |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        calculate               | total_age |                             |                 |          |                  |                        |                             |                    | sum(\${age})                               |         |            |                       |
        range                   | mood      | How are you?                |                 |          |                  |                        |                             |                    |                                            |         | rating     | start=1 end=5 step=1  |
        acknowledge             | agreed    | I agree                     |                 | yes      |                  |                        |                             |                    |                                            |         |            |                       |
        audio                   | voice     | Say something               |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        note                    | rules     | **Knock** and [read this](https://example.org/rules). |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        note                    | thanks    | Thank you, \${head}.        |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        note                    | old       | See [here](http://example.org). |                 |          |                  |                        |                             |                    |                                            |         |            |                       |
        note                    | empty     |                             |                 |          |                  |                        |                             |                    |                                            |         |            |                       |`),
      choices: table(`
        list_name | name | label
        yes_no    | yes  | Yes
        yes_no    | no   | No`),
      settings: table(`
        form_title       | form_id
        Household survey | household`),
    }),
  answers: {
    head: 'Ada Lovelace',
    size: 2,
    born: '2000-01-01',
    garden: 'yes',
    area: 12.5,
    member: [
      { who: 'Ada', age: 30 },
      { who: 'Byron', age: 8, school: 'Ockham' },
    ],
    mood: 5,
    agreed: ['OK'],
  },
  calculated: { total_age: 38 },
  wrong: {
    head: { head: 'Ad' },
    area: { area: 0 },
    agreed: { agreed: [] },
    born: { born: '2100-01-01' },
  },
  report: [
    [2, 'metadata'],
    [3, 'metadata'],
    [8, 'formatting'],
    [15, 'emptyEntries'],
    [18, 'media'],
    [19, 'formatting'],
    [21, 'formatting'],
    [22, 'noteText'],
  ],
};

/** ODK Build: a column for each language, groups with spaces, and attributes spelled out. */
const odkBuild: XlsForm = {
  maker: 'ODK Build',
  name: 'Water point',
  bytes: () =>
    writeWorkbook({
      survey: table(`
        type                             | name     | label::English       | label::Français      | hint::English | hint::Français | bind::required | bind::relevant                | bind::constraint    | bind::jr:constraintMsg::English | bind::jr:constraintMsg::Français | bind::readonly | default    | appearance
        begin group                      | place    | Where                | Où                   |               |                |                |                               |                     |                                 |                                  |                |            | field-list
        select one from regions          | region   | Region               | Région               |               |                | true()         |                               |                     |                                 |                                  |                |            | minimal
        string                           | village  | Village              | Village              | As signposted | Selon panneau  | \${region} = 'n' |                             |                     |                                 |                                  |                |            |
        end group                        |          |                      |                      |               |                |                |                               |                     |                                 |                                  |                |            |
        begin group                      | pump     | Pump                 | Pompe                |               |                |                | \${region} != ''              |                     |                                 |                                  |                |            |
        select all that apply from parts or specify other | broken | What is broken? | Qu'est-ce qui ne marche pas ? | |          |                |                               | count-selected(.) <= 2 and not(selected(., 'none')) | Two at most | Deux au plus                  |                |            |
        int                              | depth    | Depth in m           | Profondeur en m      |               |                |                | selected(\${broken}, 'rod') or selected(\${broken}, 'pipe') | . < 200 | Less than 200           | Moins de 200                     |                |            |
        photo                            | picture  | Picture              | Photo                |               |                |                |                               |                     |                                 |                                  |                |            |
        dateTime                         | seen     | Seen at              | Vu à                 |               |                |                |                               |                     |                                 |                                  |                |            |
        string                           | inspector | Inspector           | Inspecteur           |               |                |                |                               |                     |                                 |                                  | true()         | A. Diallo  |
        end group                        |          |                      |                      |               |                |                |                               |                     |                                 |                                  |                |            |`),
      choices: table(`
        list name | name | label::English | label::Français
        regions   | n    | North          | Nord
        regions   | s    | South          | Sud
        parts     | rod  | Rod            | Tige
        parts     | pipe | Pipe           | Tuyau
        parts     | none | Nothing        | Rien`),
      settings: table(`
        form_title  | form_id | default_language
        Water point | water   | English`),
    }),
  answers: {
    region: 'n',
    village: 'Kouré',
    broken: ['rod', 'other'],
    'broken-Comment': 'The handle',
    depth: 40,
    seen: '2026-11-20T09:30',
    inspector: 'A. Diallo',
  },
  calculated: {},
  wrong: {
    village: { village: null },
    broken: { broken: ['none'] },
    depth: { depth: 200 },
  },
  report: [],
};

/** KoboToolbox: its own columns, pages, a cascade, a ranking, and types that only Kobo has. */
const kobo: XlsForm = {
  maker: 'KoboToolbox',
  name: 'Clinic visit',
  bytes: () =>
    writeWorkbook({
      survey: table(`
        type                | name       | label::English (en)    | label::Deutsch (de)     | required | relevant | choice_filter         | appearance   | calculation | constraint | guidance_hint::English (en) | $kuid  | kobo--locking-profile
        start               | start      |                        |                         |          |          |                       |              |             |            |                             | a1     |
        username            | username   |                        |                         |          |          |                       |              |             |            |                             | a2     |
        begin_group         | patient    | Patient                | Patient                 |          |          |                       |              |             |            |                             | a3     |
        text                | item       | What hurts?            | Was tut weh?            | true     |          |                       | multiline    |             |            | Ask slowly                  | a4     |
        select_one district | district   | District               | Bezirk                  | true     |          |                       |              |             |            |                             | a5     |
        select_one clinic   | clinic     | Clinic                 | Praxis                  | true     |          | district=\${district} |              |             |            |                             | a6     |
        end_group           |            |                        |                         |          |          |                       |              |             |            |                             | a7     |
        begin_group         | visit      | Visit                  | Besuch                  |          |          |                       |              |             |            |                             | a8     |
        rank complaints     | order      | Order them             | Ordnen Sie              | true     |          |                       |              |             |            |                             | a9     |
        barcode             | card       | Card                   | Karte                   | false    |          |                       |              |             | regex(., '^[0-9]+$') |                   | b1     |
        geopoint            | spot       | The way here           | Der Weg hierher         | false    |          |                       |              |             |            |                             | b9     |
        geotrace            | way        | The way here           | Der Weg hierher         | false    |          |                       |              |             |            |                             | b2     |
        begin_kobomatrix    | matrix     | Matrix                 | Matrix                  |          |          |                       |              |             |            |                             | b3     |
        end_kobomatrix      |            |                        |                         |          |          |                       |              |             |            |                             | b4     |
        end_group           |            |                        |                         |          |          |                       |              |             |            |                             | b5     |`),
      choices: table(`
        list_name  | name | label::English (en) | label::Deutsch (de) | district
        district   | e    | East                | Ost                 |
        district   | w    | West                | West                |
        clinic     | c1   | Elm Street          | Ulmenstraße         | e
        clinic     | c2   | Oak Street          | Eichenstraße        | w
        complaints | head | Head                | Kopf                |
        complaints | back | Back                | Rücken              |
        complaints | back | Back again          | Rücken              |`),
      settings: table(`
        form_title   | id_string | style | default_language | instance_name
        Clinic visit | clinic    | pages | English (en)     | concat(\${item}, '')`),
    }),
  answers: {
    item_1: 'My back',
    district: 'w',
    clinic: 'c2',
    order: ['back', 'head'],
    card: { text: '4711' },
    spot: { lat: -1.2864, lon: 36.8172, accuracy: 8, at: '2026-11-26T06:15:00Z', source: 'gps' },
  },
  calculated: {},
  wrong: { clinic: { clinic: 'c1' }, order: { order: ['back'] } },
  report: [
    [undefined, 'column'],
    [undefined, 'setting'],
    [2, 'metadata'],
    [3, 'metadata'],
    [5, 'renamed'],
    [8, 'sameChoice'],
    [11, 'pattern'],
    [13, 'unknownType'],
    [14, 'emptyGroup'],
  ],
};

/** Excel: shared and rich strings, dates and truth values as such, and an empty row below the headers. */
const excel: XlsForm = {
  maker: 'Excel',
  name: 'Machine check',
  async bytes() {
    const { sheets, strings } = sharedSheets({
      Survey: [
        ['Type', 'Name', 'Label', 'Required', 'Relevant', 'Default', 'Calculate', 'Read only'],
        ['date', 'Checked', 'Checked on', true, null, 46_350, null, null],
        ['time', 'at', 'At what time', false, null, '08:30:00', null, null],
        ['select_one states', 'state', 'State of the machine', true, null, 'ok', null, null],
        ['text', 'why', 'Why not', 'yes', `\${state} = ‘bad’`, null, null, null],
        ['integer', 'hours', 'Hours since service', null, null, null, null, null],
        [
          'calculate',
          'due',
          'Service due',
          null,
          null,
          null,
          `if(\${hours} >= 500, 'now', 'later')`,
          null,
        ],
        ['text', 'checked', 'Second signature', null, null, null, null, null],
        ['file', 'report', 'Report', null, null, null, null, null],
        ['image', 'sign', 'Signature', null, null, null, null, null],
      ],
      Choices: [
        ['list name', 'name', 'label'],
        ['states', 'ok', 'In order'],
        ['states', 'bad', 'Not in order'],
      ],
      Settings: [['form title'], ['Machine check']],
      'How to use': [['Fill in the blue sheet only.']],
    });
    return packZip(bookParts(sheets, { sharedStrings: strings, styles: STYLES }));
  },
  answers: { Checked: '2026-11-24', at: '08:30', state: 'bad', why: 'It smokes', hours: 612 },
  calculated: { due: 'now' },
  wrong: { why: { why: null } },
  report: [
    [undefined, 'sheet'],
    [9, 'renamed'],
  ],
};

/** LibreOffice and libraries like it: inline strings, prefixed elements, no references, a stored archive. */
const libreOffice: XlsForm = {
  maker: 'LibreOffice',
  name: 'Bestellung',
  locale: 'de',
  async bytes() {
    const sheets = {
      survey: prefixedSheet(
        table(`
        type            | name     | label           | required | constraint            | constraint_message | calculation                             | repeat_count | relevance
        text            | kunde    | Kunde           | ja       |                       |                    |                                         |              |
        begin repeat    | posten   | Posten          |          |                       |                    |                                         | 2            |
        text            | ware     | Ware            | yes      |                       |                    |                                         |              |
        integer         | menge    | Menge           | yes      | . > 0 and . mod 2 = 0 | Nur gerade Mengen  |                                         |              |
        decimal         | preis    | Preis           | yes      |                       |                    |                                         |              |
        calculate       | summe    |                 |          |                       |                    | round(\${menge} * \${preis}, 2)         |              |
        end repeat      |          |                 |          |                       |                    |                                         |              |
        calculate       | gesamt   | Gesamt          |          |                       |                    | sum(\${summe})                          |              |
        text            | freigabe | Freigabe durch  | yes      |                       |                    |                                         |              | \${gesamt} > 100
        calculate       | frei     | Zufall          |          |                       |                    | random() * 10                           |              |
        text            | rest     | Rest \${frei}   |          |                       |                    |                                         |              | \${frei} > 5`),
      ),
      settings: prefixedSheet(table('form_title|default_language\nBestellung|Deutsch')),
    };
    return packZip(bookParts(sheets), true);
  },
  answers: {
    kunde: 'Müller & Söhne',
    posten: [
      { ware: 'Schrauben', menge: 10, preis: 1.25 },
      { ware: 'Bretter', menge: 4, preis: 25 },
    ],
    freigabe: 'Frau Kern',
  },
  calculated: { gesamt: 112.5 },
  wrong: { freigabe: { freigabe: null } },
  report: [
    [2, 'unknownName'],
    [9, 'emptyEntries'],
    [11, 'unknownFunction'],
    [12, 'part'],
    [12, 'part'],
  ],
};

export const XLSFORMS: readonly XlsForm[] = [pyxform, odkBuild, kobo, excel, libreOffice];
