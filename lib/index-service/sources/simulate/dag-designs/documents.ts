// Document review, tenders, moderation and support.
import { blob, one } from '@/lib/index-service/sources/simulate/port-values';
import type { DagWords } from './dag-design';

const POSTS = [
  'Selling two tickets for Saturday, face value, message me.',
  'You never read the brief and it shows. Step down.',
  'Our reading group meets on the first Tuesday, newcomers welcome.',
  'CLICK to double your coins today, limited places!!!',
  'The lift at platform 4 has been out for three weeks now.',
] as const;

export const documentDags: DagWords[] = [
  {
    key: 'document-review',
    purpose: 'Reviews a contract section by section and files a scored report.',
    vertices: {
      split: 'ai.paperlane.docs.split@1',
      summarise: 'ai.paperlane.docs.summarise@3',
      merge: 'ai.paperlane.docs.merge@1',
      score: 'ai.paperlane.docs.risk_score@2',
      archive: 'ai.paperlane.docs.archive@1',
      call_lawyer: 'org.openward.notify.webhook@1',
    },
    edges: [
      'split.ok.sections > summarise.section for_each',
      'split.ok.title > merge.title',
      'summarise.ok.summary > merge.summaries collect',
      'summarise.unreadable.summary > merge.summaries collect',
      'merge.ok.report > score.report',
      'score.low.report > archive.report',
      'score.high.score > call_lawyer.message',
    ],
    entry: { _default_group: 'split.document' },
    defaults: () => ({
      'summarise.style': one('plain language, at most three sentences'),
      'score.threshold': one(70),
      'call_lawyer.channel': one('legal-intake'),
    }),
    outputs: 'archive.ok.stored archive.ok.pages',
    afterFailure: 'TransientContinue',
    supplies: (random, world) => {
      const document = `document/${random.int(1, 900)}`;
      return { 'split.document': blob(world.base64(document), world.base64(`${document}/content`)) };
    },
  },
  {
    key: 'tender-desk',
    purpose: 'Reads a tender, scores it, and tells sales and legal what they need to know.',
    vertices: {
      split: 'ai.paperlane.docs.split@1',
      summarise: 'ai.paperlane.docs.summarise@3',
      merge: 'ai.paperlane.docs.merge@1',
      score: 'ai.paperlane.docs.risk_score@2',
      archive: 'ai.paperlane.docs.archive@1',
      opinion: 'ai.lumen.chat.complete@4',
      wording: 'ai.lumen.text.translate@2',
      tell_legal: 'org.openward.notify.webhook@1',
      headline: 'ai.lumen.text.translate@2',
      announce: 'org.openward.notify.webhook@1',
      topic: 'ai.lumen.text.classify@1',
      route: 'org.openward.notify.webhook@1',
    },
    edges: [
      'split.ok.sections > summarise.section for_each',
      'split.ok.title > merge.title',
      'split.ok.title > headline.text',
      'headline.ok.text > announce.message',
      'summarise.ok.summary > merge.summaries collect',
      'summarise.unreadable.summary > merge.summaries collect',
      'merge.ok.report > score.report',
      'merge.ok.report > topic.text',
      'topic.sure.label > route.message',
      'topic.unsure.label > route.message',
      'score.low.report > archive.report',
      'score.high.report > opinion.prompt',
      'opinion.ok.reply > wording.text',
      'opinion.err.reason > wording.text',
      'wording.ok.text > tell_legal.message',
    ],
    entry: { _default_group: 'split.document' },
    defaults: () => ({
      'summarise.style': one('bullet points for a bid manager'),
      'score.threshold': one(55),
      'opinion.instructions': one('Name the three clauses a lawyer should read first.'),
      'wording.language': one('fr'),
      'tell_legal.channel': one('legal-intake'),
      'headline.language': one('de'),
      'announce.channel': one('tenders'),
      'topic.labels': one('works, supplies, services'),
      'route.channel': one('bid-managers'),
    }),
    outputs: 'archive.ok.stored tell_legal.ok.delivery',
    supplies: (random, world) => {
      const tender = `tender/${random.int(1, 400)}`;
      return { 'split.document': blob(world.base64(tender), world.base64(`${tender}/content`)) };
    },
  },
  {
    key: 'content-moderation',
    purpose: 'Moderates posts from the app and from mail; what is flagged is looked at twice.',
    vertices: {
      app_intake: 'ai.lumen.text.classify@1',
      mail_intake: 'ai.lumen.text.translate@2',
      screen: 'org.openward.moderation.screen@1',
      appeal: 'org.openward.moderation.appeal@1',
      remove: 'org.openward.notify.webhook@1',
      ask_person: 'org.openward.notify.webhook@1',
    },
    edges: [
      'app_intake.sure.text > screen.content',
      'app_intake.unsure.text > screen.content',
      'mail_intake.ok.text > screen.content',
      'screen.flagged.content > appeal.content',
      'screen.flagged.labels > appeal.labels',
      'screen.err.reason > ask_person.message',
      'appeal.uphold.verdict > remove.message',
    ],
    entry: { app: 'app_intake.text', mail: 'mail_intake.text' },
    defaults: () => ({
      'app_intake.labels': one('post, reply, profile'),
      'mail_intake.language': one('de'),
      'screen.policy': one('community-2026-03'),
      'remove.channel': one('takedown'),
      'ask_person.channel': one('moderators'),
    }),
    outputs: 'screen.clean.score remove.ok.delivery appeal.overturn.verdict',
    afterFailure: 'TransientContinue',
    supplies: (random) => ({
      'app_intake.text': one(random.pick(POSTS)),
      'mail_intake.text': one(random.pick(POSTS)),
    }),
  },
  {
    key: 'support-answer',
    purpose: 'Answers a support question, and hands it to a person where the model cannot.',
    vertices: {
      triage: 'ai.lumen.text.classify@1',
      answer: 'ai.lumen.chat.complete@4',
      send: 'org.openward.notify.webhook@1',
      hand_over: 'org.openward.notify.webhook@1',
    },
    edges: [
      'triage.sure.text > answer.prompt',
      'triage.unsure.label > hand_over.message',
      'answer.ok.reply > send.message',
      'answer.err.reason > hand_over.message',
      'answer._err_eval.reason > hand_over.message',
    ],
    entry: { _default_group: 'triage.text' },
    defaults: () => ({
      'triage.labels': one('billing, delivery, technical, other'),
      'answer.instructions': one('Answer in two sentences. Do not promise refunds.'),
      'send.channel': one('customer-mail'),
      'hand_over.channel': one('support-desk'),
    }),
    outputs: 'send.ok.delivery hand_over.ok.delivery',
    supplies: (random) => ({
      'triage.text': one(
        random.pick([
          'Where is my parcel? It should have been here on Friday.',
          'I was charged twice for order 88213.',
          'The gateway blinks red since the update.',
          'Can I move my delivery to the other address?',
        ]),
      ),
    }),
  },
  {
    key: 'release-notes',
    purpose: 'Translates release notes into three languages at once.',
    vertices: {
      draft: 'ai.lumen.chat.complete@4',
      german: 'ai.lumen.text.translate@2',
      french: 'ai.lumen.text.translate@2',
      japanese: 'ai.lumen.text.translate@2',
    },
    edges: ['draft.ok.reply > german.text', 'draft.ok.reply > french.text', 'draft.ok.reply > japanese.text'],
    entry: { _default_group: 'draft.prompt' },
    defaults: () => ({
      'draft.instructions': one('Write release notes for operators, newest change first.'),
      'german.language': one('de'),
      'french.language': one('fr'),
      'japanese.language': one('ja'),
    }),
    outputs: 'german.ok.text french.ok.text japanese.ok.text',
    afterFailure: 'TransientContinue',
    supplies: (random) => ({
      'draft.prompt': one(
        `gateway ${random.int(2, 4)}.${random.int(0, 19)}: retries, clock drift, new pairing screen`,
      ),
    }),
  },
];
