// What the document, language and moderation tools of the simulated network do.
import { blob, listAt, many, memberAt, numberAt, one, raw, textAt } from './port-values';
import texts from './texts.json';
import type { ToolBehaviour } from './tools';

const translations: Readonly<Record<string, readonly string[]>> = texts.translations;

export const documentTools: ToolBehaviour = {
  'ai.paperlane.docs.split@1': ({ random }) => {
    const title = one(random.pick(texts.document_titles));
    const sections = Array.from({ length: random.int(2, 5) }, (_, index) => ({
      heading: ['Scope', 'Terms', 'Charges', 'Liability', 'Annex'][index],
      pages: random.int(1, 9),
    }));
    return { variant: 'ok', ports: { sections: many(sections), title } };
  },
  'ai.paperlane.docs.summarise@3': ({ random, inputs }) => {
    const heading = memberAt(inputs, 'section', 'heading');
    return random.chance(0.05)
      ? { variant: 'unreadable', ports: { summary: one({ heading, note: 'scan below 100 dpi' }) } }
      : { variant: 'ok', ports: { summary: one({ heading, text: random.pick(texts.findings) }) } };
  },
  'ai.paperlane.docs.merge@1': ({ inputs }) => {
    const report = { title: textAt(inputs, 'title', 'Untitled'), sections: listAt(inputs, 'summaries') };
    return { variant: 'ok', ports: { report: one(report) } };
  },
  'ai.paperlane.docs.risk_score@2': ({ random, inputs }) => {
    const score = random.int(4, 92);
    return {
      variant: score < numberAt(inputs, 'threshold', 60) ? 'low' : 'high',
      ports: { report: inputs['report'] ?? one(null), score: one(score) },
    };
  },
  'ai.paperlane.docs.archive@1': ({ world, random, call }) => ({
    variant: 'ok',
    ports: {
      stored: blob(world.base64(`${call}/blob`), world.base64(`${call}/content`)),
      pages: one(random.int(2, 14)),
    },
  }),
  'ai.lumen.text.classify@1': ({ random, inputs }) => {
    const labels = textAt(inputs, 'labels', 'billing, delivery, technical').split(', ');
    return {
      variant: random.chance(0.8) ? 'sure' : 'unsure',
      ports: { label: one(random.pick(labels)), text: inputs['text'] ?? one('') },
    };
  },
  'ai.lumen.text.translate@2': ({ inputs, random }) => {
    const lines = translations[textAt(inputs, 'language', 'de')] ?? ['Confirmed.'];
    return { variant: 'ok', ports: { text: one(random.pick(lines)) } };
  },
  'ai.lumen.chat.complete@4': ({ random }) =>
    random.chance(0.03)
      ? { variant: 'err', ports: { reason: one('the prompt is longer than the context window') } }
      : // This vendor writes no JSON: its reply is a raw, unquoted string.
        {
          variant: 'ok',
          ports: { reply: raw(random.pick(texts.replies)), tokens: one(random.int(120, 2_400)) },
        },
  'org.openward.moderation.screen@1': ({ random, inputs }) => {
    const content = inputs['content'] ?? one('');
    const draw = random.next();
    if (draw < 0.03)
      return { variant: 'err', ports: { reason: one('language not supported by this policy') } };
    if (draw < 0.68)
      return { variant: 'clean', ports: { content, score: one(Number((random.next() * 0.3).toFixed(3))) } };
    const labels = random.pick([['spam'], ['harassment'], ['spam', 'impersonation']]);
    return { variant: 'flagged', ports: { content, labels: one(labels) } };
  },
  'org.openward.moderation.appeal@1': ({ random, inputs }) => {
    const labels = memberAt(inputs, 'labels', '0') ?? listAt(inputs, 'labels')[0] ?? 'spam';
    const [variant, decision] = random.chance(0.7) ? ['uphold', 'remove'] : ['overturn', 'keep'];
    return { variant, ports: { verdict: one({ decision, labels, reviewer: 'panel-3' }) } };
  },
  'org.openward.notify.webhook@1': ({ random, inputs }) => {
    const delivery = { channel: textAt(inputs, 'channel', 'ops'), status: 202, took_ms: random.int(60, 900) };
    return { variant: 'ok', ports: { delivery: one(delivery) } };
  },
};
