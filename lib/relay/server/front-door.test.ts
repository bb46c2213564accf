import { expect, it, onTestFinished } from 'vitest';
import { openFrontDoor } from './front-door';
import { streamDoor } from './stream-door';
import { serve } from '@/lib/relay/testing/plain-server';

it('takes a plain request for the stream, the first one too, and leaves everything else to who was there before', async () => {
  const door = streamDoor((request, response) => void response.end(`door ${request.url}`));
  // Other tests of this process have servers too.
  onTestFinished(openFrontDoor([door]));
  const ask = await serve(onTestFinished, (request, response) => void response.end(`next ${request.url}`));
  const told = async (path: string, method?: string) => (await ask(path, {}, method)).text;
  expect(await told('/api/events/stream')).toBe('door /api/events/stream');
  expect(await told('/api/events/stream?last_event_id=7')).toBe('door /api/events/stream?last_event_id=7');
  for (const path of [
    '/api/events/stream/',
    '/api/events/streams',
    '/API/events/stream',
    '//api/events/stream',
    '/api/events/%73tream',
    '/events?next=/api/events/stream',
  ])
    expect(await told(path)).toBe(`next ${path}`);
  expect(await told('/api/events/stream', 'POST')).toBe('next /api/events/stream');
});
