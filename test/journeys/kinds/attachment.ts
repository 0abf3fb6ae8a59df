import { PNG as COLOURED } from '../../support/all-kinds.ts';
import { JPEG as JPEG_BYTES, PNG } from '../../support/attachments.ts';
import {
  ASKED,
  type Conditions,
  DESCRIBED,
  type FileToSend,
  type KindJourney,
} from '../journey.ts';

const PICTURE: FileToSend = { name: 'pier (1).png', type: 'image/png', bytes: PNG };
const SECOND: FileToSend = { name: 'Überblick.png', type: 'image/png', bytes: PNG };
const PAPER: FileToSend = {
  name: 'notes, part 1.txt',
  type: 'text/plain',
  bytes: Buffer.from('Railing loose\nat 12 °C\n'),
};
const JPEG: FileToSend = { name: 'a.jpg', type: 'image/jpeg', bytes: JPEG_BYTES };

/** The page of the form gives a drawing this name. */
const SIGNED = { files: [{ ...PICTURE, name: 'signature.png' }] };

/** True stands for the first right answer. */
const GIVEN: Conditions = {
  notEmpty: { shown: [true], hidden: [undefined] },
  empty: { shown: [undefined], hidden: [true] },
};

const NO_FILES = [
  { value: 'pier.png' },
  { value: 5 },
  { value: [{ id: '01890a5d-ac96-774b-bcce-b302099a8057' }] },
];

export const ATTACHMENT_JOURNEYS = {
  photo: {
    type: 'Image',
    member: 'files',
    by: 'files',
    right: [{ files: [PICTURE] }, { files: [SECOND] }],
    wrong: NO_FILES,
    wrongFiles: [[PAPER], [PICTURE, SECOND]],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      allowMultiple: {
        set: { allowMultiple: true },
        right: [{ files: [PICTURE, SECOND] }, { files: [SECOND, PICTURE] }],
        wrongFiles: [[PICTURE, PAPER]],
      },
    },
    conditions: GIVEN,
  },
  file: {
    type: 'File',
    member: 'files',
    by: 'files',
    right: [{ files: [PAPER] }, { files: [PICTURE] }],
    wrong: NO_FILES,
    wrongFiles: [[PAPER, PICTURE]],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      allowMultiple: {
        set: { allowMultiple: true },
        wrongFiles: [],
        right: [{ files: [PAPER, PICTURE, JPEG] }, { files: [PICTURE, PAPER] }],
      },
    },
    conditions: GIVEN,
  },
  sketch: {
    type: 'Sketch',
    member: 'imageFile',
    by: 'sketch',
    right: [{ files: [PICTURE] }, { files: [{ ...SECOND, bytes: COLOURED }] }],
    wrong: [
      { value: 'pier.png' },
      { value: { id: '01890a5d-ac96-774b-bcce-b302099a8057' } },
      { value: { photo: {}, picture: {}, shapes: [] } },
    ],
    wrongFiles: [[PAPER], [PICTURE]],
    properties: { isRequired: ASKED, description: DESCRIBED },
    conditions: GIVEN,
  },
  signaturepad: {
    type: 'Signature',
    member: 'imageFile',
    by: 'draw',
    right: [SIGNED, { files: [{ ...PICTURE, name: 'signature.png', bytes: COLOURED }] }],
    wrong: [{ value: 'Ada' }, { value: { id: '01890a5d-ac96-774b-bcce-b302099a8057' } }],
    wrongFiles: [[PAPER]],
    properties: { isRequired: ASKED, description: DESCRIBED },
    conditions: GIVEN,
  },
} satisfies Readonly<Record<string, KindJourney>>;
