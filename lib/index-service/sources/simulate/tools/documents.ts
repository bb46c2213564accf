// Document and language tools of the simulated network.
import {
  blob,
  listAt,
  many,
  memberAt,
  numberAt,
  one,
  raw,
  textAt,
} from '@/lib/index-service/sources/simulate/port-values';
import { http, type ToolDesign } from './tool-design';

const TITLES = [
  'Service agreement, Halden Logistics',
  'Quarterly report, Ostra Wind Park',
  'Lease, 14 Ropewalk Lane',
  'Supplier audit, Meyrin plant',
  'Grant application, Coastal Wetlands Trust',
] as const;
const FINDINGS = [
  'The notice period is 90 days and renews by itself.',
  'Liability is capped at twelve months of fees.',
  'Output fell by 4.1 % against the same quarter last year.',
  'The indemnity clause names a subsidiary that was dissolved.',
  'Delivery dates are given, penalties for delay are not.',
  'The budget line for monitoring is not explained.',
  'Both parties may assign the contract within their group.',
] as const;

export const documentTools: ToolDesign[] = [
  http(
    'ai.paperlane.docs.split@1',
    {
      does: 'Splits a stored document into sections that fit one call of a language model.',
      takes: 'document',
      gives: { ok: 'sections[] title' },
      price: 2,
      seconds: [0.8, 2.5],
    },
    ({ random }) => {
      const title = random.pick(TITLES);
      const sections = Array.from({ length: random.int(2, 5) }, (_, index) => ({
        heading: ['Scope', 'Terms', 'Charges', 'Liability', 'Annex'][index],
        pages: random.int(1, 9),
      }));
      return { variant: 'ok', ports: { sections: many(sections), title: one(title) } };
    },
  ),
  http(
    'ai.paperlane.docs.summarise@3',
    {
      does: 'Summarises one section in the wanted style; says so when the scan cannot be read.',
      takes: 'section style',
      gives: { ok: 'summary', unreadable: 'summary' },
      price: 9,
      seconds: [2.5, 9],
      verifier: 'RegisteredKey',
    },
    ({ random, inputs }) => {
      const heading = memberAt(inputs, 'section', 'heading');
      return random.chance(0.05)
        ? { variant: 'unreadable', ports: { summary: one({ heading, note: 'scan below 100 dpi' }) } }
        : { variant: 'ok', ports: { summary: one({ heading, text: random.pick(FINDINGS) }) } };
    },
  ),
  http(
    'ai.paperlane.docs.merge@1',
    {
      does: 'Merges section summaries into one report in the order of the document.',
      takes: 'summaries[] title',
      gives: { ok: 'report' },
      price: 3,
      seconds: [1, 3],
    },
    ({ inputs }) => ({
      variant: 'ok',
      ports: {
        report: one({ title: textAt(inputs, 'title', 'Untitled'), sections: listAt(inputs, 'summaries') }),
      },
    }),
  ),
  http(
    'ai.paperlane.docs.risk_score@2',
    {
      does: 'Scores a report from 0 to 100 against the reviewer policy.',
      takes: 'report threshold',
      gives: { low: 'report score', high: 'report score' },
      price: 4,
      seconds: [1.2, 3.5],
      verifier: 'External',
    },
    ({ random, inputs }) => {
      const score = random.int(4, 92);
      const report = inputs['report'] ?? one(null);
      return {
        variant: score < numberAt(inputs, 'threshold', 60) ? 'low' : 'high',
        ports: { report, score: one(score) },
      };
    },
  ),
  http(
    'ai.paperlane.docs.archive@1',
    {
      does: 'Stores a report and returns the reference of the stored blob.',
      takes: 'report',
      gives: { ok: 'stored pages' },
      price: 1.5,
      seconds: [0.5, 1.5],
    },
    ({ world, random, call }) => ({
      variant: 'ok',
      ports: {
        stored: blob(world.base64(`${call}/blob`), world.base64(`${call}/content`)),
        pages: one(random.int(2, 14)),
      },
    }),
  ),
  http(
    'ai.lumen.text.classify@1',
    {
      does: 'Assigns one of the given labels to a text.',
      takes: 'text labels',
      gives: { sure: 'label text', unsure: 'label text' },
      price: 1,
      seconds: [0.4, 1.6],
    },
    ({ random, inputs }) => {
      const labels = textAt(inputs, 'labels', 'billing, delivery, technical').split(', ');
      return {
        variant: random.chance(0.8) ? 'sure' : 'unsure',
        ports: { label: one(random.pick(labels)), text: inputs['text'] ?? one('') },
      };
    },
  ),
  http(
    'ai.lumen.text.translate@2',
    {
      does: 'Translates text, keeping names and numbers as they are.',
      takes: 'text language',
      gives: { ok: 'text' },
      price: 2.4,
      seconds: [0.8, 3],
    },
    ({ inputs, random }) => {
      const lines: Readonly<Record<string, readonly string[]>> = {
        de: ['Die Lieferung verlässt Rotterdam am Dienstag.', 'Bitte bestätigen Sie den neuen Liefertermin.'],
        fr: ['La livraison quitte Rotterdam mardi.', 'Merci de confirmer la nouvelle date.'],
        ja: ['貨物は火曜日にロッテルダムを出発します。', '新しい納期をご確認ください。'],
      };
      const language = textAt(inputs, 'language', 'de');
      return { variant: 'ok', ports: { text: one(random.pick(lines[language] ?? ['Confirmed.'])) } };
    },
  ),
  http(
    'ai.lumen.chat.complete@4',
    {
      does: 'Answers a prompt with a general language model.',
      takes: 'prompt instructions',
      gives: { ok: 'reply tokens', err: 'reason' },
      price: 12,
      seconds: [1.5, 8],
      verifier: 'RegisteredKey',
    },
    ({ random }) =>
      random.chance(0.03)
        ? { variant: 'err', ports: { reason: one('the prompt is longer than the context window') } }
        : {
            variant: 'ok',
            ports: {
              // This vendor writes no JSON: its reply is a raw, unquoted string.
              reply: raw(
                random.pick([
                  'Your parcel left the depot this morning and should arrive tomorrow before noon.',
                  'The invoice was corrected; the difference of 18.40 EUR is credited to your account.',
                  'Please restart the gateway and hold the pairing button for five seconds.',
                  'Grid load peaks at 18:30; shifting two pumps to 22:00 saves about 9 %.',
                ]),
              ),
              tokens: one(random.int(120, 2_400)),
            },
          },
  ),
];
