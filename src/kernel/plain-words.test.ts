import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainWords } from './plain-words.ts';

test('words stay words, and what could be a link or an address falls apart', () => {
  const cases = [
    ['Roof 3.4, 10:30, v1.2 (Dr. Meier)', 'Roof 3.4, 10:30, v1.2 (Dr. Meier)'],
    ['https://evil.example/a?b=c', 'https: //evil. example/a?b=c'],
    ['HTTP:evil.example', 'HTTP: evil. example'],
    ['www.evil.example', 'www. evil. example'],
    ['evil\u3002example and evil\uff0eexample', 'evil. example and evil. example'],
    ['ev\u200bil.\u2060example', 'evil. example'],
    ['mailto:eve@evil.example', 'mailto: eve @ evil. example'],
    ['Roof\r\nBcc: all@people.example', 'Roof Bcc: all @ people. example'],
    ['\u202egnp.elif', 'gnp. elif'],
    ['Grüße an Łukasz', 'Grüße an Łukasz'],
  ] as const;
  for (const [text, words] of cases) assert.equal(plainWords(text), words);
  assert.equal(plainWords('a'.repeat(500)).length, 120);
});
