// An attacker in a process of its own: `node e2e/flood.mjs KIND FROM PORT COOKIE FILES`. Floods the console on PORT from the address FROM and keeps every
// connection that the console leaves open. FILES are recovery files, as a JSON list. Stops sending on the message 'stop'; prints nothing.
import { connect } from 'node:net';

const [kind = '', from = '', port = '', cookie = '', files = '[]'] = process.argv.slice(2);
const HEAD = `Host: 127.0.0.1:${port}\r\n`;
let flooding = true;

function open(text, then = () => {}) {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from }, () => {
    socket.write(text);
    then(socket);
  });
  socket.on('error', () => socket.destroy());
  socket.resume();
  return socket;
}

/** Repeats rounds of `count` concurrent calls of `once` until stopped. */
function repeat(count, everyMs, once) {
  const timer = setInterval(() => {
    if (!flooding) return clearInterval(timer);
    for (let index = 0; index < count; index += 1) once();
  }, everyMs);
}

function post(path, body) {
  const text = JSON.stringify(body);
  const headers = `Origin: http://127.0.0.1:${port}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`;
  return open(
    `POST ${path} HTTP/1.1\r\n${HEAD}${headers}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  );
}

const FLOODS = {
  // 3,000 within five seconds.
  upgrades: () =>
    repeat(60, 100, () =>
      open(`GET /nothing HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
    ),
  renders: () =>
    repeat(10, 400, () =>
      open(`GET /connect HTTP/1.1\r\n${HEAD}\r\n`.repeat(500), (socket) =>
        setTimeout(() => socket.destroy(), 300),
      ),
    ),
  missing_pages: () => repeat(20, 100, () => open(`GET /nothing HTTP/1.1\r\n${HEAD}\r\n`)),
  bodies: () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    repeat(100, 1_000, () =>
      open(`POST /connect HTTP/1.1\r\n${HEAD}Content-Length: 10485760\r\n\r\n`, (socket) => {
        const send = () => {
          while (!socket.destroyed && socket.bytesWritten < 9_000_000) if (!socket.write(chunk)) return;
        };
        socket.on('drain', send);
        send();
      }),
    );
  },
  slow_bodies: () =>
    repeat(100, 1_000, () =>
      open(
        `POST /api/session HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
        (socket) => {
          const timer = setInterval(
            () => (socket.destroyed ? clearInterval(timer) : socket.write(' ')),
            1_000,
          );
        },
      ),
    ),
  slow_headers: () => repeat(100, 1_000, () => open('GET / HTTP/1.1\r\nHost: 127')),
  streams: () => repeat(100, 500, () => open(`GET /api/events/stream HTTP/1.1\r\n${HEAD}\r\n`)),
  // Every second stream is opened and never read.
  session_streams: () => {
    let opened = 0;
    repeat(100, 500, () =>
      open(`GET /api/events/stream HTTP/1.1\r\n${HEAD}Cookie: ${cookie}\r\n\r\n`, (socket) => {
        if ((opened += 1) % 2 === 0) socket.pause();
      }),
    );
  },
  // Each of 100 connections asks again as soon as it is answered; every request carries twelve seals that do not open.
  forged_cookies: () => {
    // Each of them another one, since a seal that did not open once is not tried again.
    const seal = (number) =>
      `Fe26.2*1*${String(number).padStart(64, 'a')}*${'b'.repeat(22)}*${'c'.repeat(300)}**${'d'.repeat(64)}*${'e'.repeat(43)}~2`;
    const [, scope] = /(dagscope-[\w-]{8}-)key-/.exec(cookie);
    const forged = (round) =>
      Array.from(
        { length: 12 },
        (_, at) => `${scope}key-${String(round * 12 + at).padStart(22, '0')}=${seal(round * 12 + at)}`,
      ).join('; ');
    let round = 0;
    const request = () => {
      round += 1;
      return `GET /api/session HTTP/1.1\r\n${HEAD}Cookie: ${forged(round)}\r\n\r\n`;
    };
    for (let count = 0; count < 100; count += 1)
      open(request(), (socket) => socket.on('data', () => flooding && socket.write(request())));
  },
  // Guesses at recovery files, and new files, which cost the same derivation and have no limit per file.
  key_derivations: () => {
    const kept = JSON.parse(files);
    const connection = /dagscope-[\w-]{8}-key-([\w-]{22})=/.exec(cookie)?.[1];
    let sent = 0;
    repeat(30, 500, () => {
      sent += 1;
      if (sent % 2 === 0) post('/api/session/recovery', { connection, passphrase: `a passphrase ${sent}` });
      else post('/api/session/restore', { file: kept[sent % kept.length], passphrase: `a guess ${sent}` });
    });
  },
};

process.on('message', (text) => {
  if (text === 'stop') flooding = false;
});
process.on('disconnect', () => process.exit(0));
FLOODS[kind]();
