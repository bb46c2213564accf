// Complete responses to a key claim, none of which the specification excludes. Each carries the key somewhere.
interface ClaimResponse {
  name: string;
  status: number;
  type: string;
  text: string;
}

const json = (name: string, content: unknown): ClaimResponse => ({
  name,
  status: 201,
  type: 'application/json',
  text: JSON.stringify(content),
});

/** `key` is `<id>.<secret>`. */
export function claimResponses(key: string): readonly ClaimResponse[] {
  const [id = '', secret = ''] = key.split('.');
  return [
    json('as our own index', { key, key_id: id, scopes: [{ scope: 'dags:read' }], expires_at: null }),
    json('without any fact', { key }),
    json('under another name', { api_key: key }),
    json('in camel case', { apiKey: key, expiresAt: '2099-01-01T00:00:00Z' }),
    json('nested', { data: { attributes: { credentials: { token: key } } } }),
    json('in an array', {
      keys: [
        { kind: 'old', value: 'k_0.revoked-long-ago' },
        { kind: 'new', value: key },
      ],
    }),
    json('as a bare string', key),
    json('as the name of a field', { [key]: { scopes: ['dags:read'] } }),
    json('in a header to copy', { usage: `curl -H 'x-api-key: ${key}' https://index.example` }),
    json('in a sentence', { message: `Your key is ${key}. Keep it safe.` }),
    json('in two fields', { key_id: id, secret }),
    json('in two fields at different depths', { id, credentials: { clientSecret: secret } }),
    json('with null facts', { key, key_id: null, scopes: null, expires_at: null, limits: null }),
    json('with facts of other types', { key, key_id: 7, scopes: 'dags:read', expires_at: 4_070_908_800 }),
    json('as JSON in a string', { body: JSON.stringify({ key }) }),
    json('among several candidates', {
      token: 'not.the-key-at-all',
      session: 'neither.this-one-here',
      value: key,
    }),
    { name: 'as plain text', status: 200, type: 'text/plain', text: key },
    {
      name: 'as plain text in lines',
      status: 201,
      type: 'text/plain',
      text: `key_id: ${id}\nsecret: ${secret}\n`,
    },
    {
      name: 'as a form',
      status: 202,
      type: 'application/x-www-form-urlencoded',
      text: `scope=all&key=${key}&ttl=30`,
    },
    {
      name: 'as HTML',
      status: 200,
      type: 'text/html',
      text: `<html><body>Your key: <code>${key}</code></body></html>`,
    },
    {
      name: 'as XML in two elements',
      status: 201,
      type: 'application/xml',
      text: `<key><id>${id}</id><secret>${secret}</secret></key>`,
    },
  ];
}
