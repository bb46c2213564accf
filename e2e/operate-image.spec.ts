// Dockerfile and compose.yaml as a test, without a container: they start what docs/operate.md documents. With TEST_LONG=1 their
// commands run in an empty folder, which installs and builds.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensurePostgres, startPostgres } from '@/scripts/postgres.mjs';
import { freePort, inRoot } from '@/scripts/processes.mjs';
import { isLong } from '@/scripts/test-size';

const DATA = '/var/lib/dagscope';

const text = (file: string) => readFileSync(inRoot(file), 'utf8');
const array = (line: string) => JSON.parse(line.replaceAll("'", '"')) as string[];

/** Instructions and their arguments, by stage. */
function stagesOf(dockerfile: string): { is: string; of: string }[][] {
  const stages: { is: string; of: string }[][] = [];
  for (const line of dockerfile.split('\n')) {
    const [, is = '', of = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (is === 'FROM') stages.push([]);
    else if (is !== '') stages.at(-1)?.push({ is, of });
  }
  return stages;
}

/** Text of each service, its comments left out. */
function servicesOf(compose: string): Map<string, string> {
  const lines = compose.split('\n').filter((line) => !line.trim().startsWith('#'));
  const services = new Map<string, string>();
  let name = '';
  for (const line of lines.slice(lines.indexOf('services:') + 1)) {
    if (/^\S/.test(line)) break;
    name = /^ {2}([\w-]+):/.exec(line)?.[1] ?? name;
    services.set(name, `${services.get(name) ?? ''}${line}\n`);
  }
  return services;
}

const stages = stagesOf(text('Dockerfile'));
const services = servicesOf(text('compose.yaml'));
const commandOf = (service: string) =>
  array(/command: (\[.*\])/.exec(services.get(service) ?? '')?.[1] ?? '[]');
const imageCommand = array(stages.at(-1)?.find(({ is }) => is === 'CMD')?.of ?? '[]');

test('compose starts the processes of the documented units, on the same ports', () => {
  const enabled = [...text('docs/operate.md').matchAll(/dagscope-(index|console)@([\w-]+)/g)];
  const documented = enabled.map(([, unit = '', name = '']) => (unit === 'index' ? name : `console-${name}`));
  expect(documented.length).toBe(8);
  const ours = [...services.keys()].filter((name) => /-\d+$/.test(name));
  expect(ours.sort()).toEqual(documented.sort());
  for (const name of ours) {
    const port = name.split('-')[1] ?? '';
    const variable = name.startsWith('console') ? 'PORT' : 'INDEX_PORT';
    expect(services.get(name)).toMatch(new RegExp(`environment: \\{ ${variable}: '${port}' \\}`));
    if (!name.startsWith('writer')) expect(text('docs/operate/nginx.conf')).toContain(`127.0.0.1:${port} `);
  }
  const started = (unit: string) =>
    /^ExecStart=(.*)$/m.exec(text(`docs/operate/dagscope-${unit}@.service`))?.[1];
  expect(started('console')).toContain(commandOf('console-3001').join(' '));
  for (const role of ['writer', 'reader']) {
    const [program, ...args] = commandOf(`${role}-40${role === 'writer' ? '10' : '01'}`);
    expect(args.at(-1)).toBe(role);
    expect(started('index')).toContain([program, ...args.slice(0, -1)].join(' '));
  }
  expect(imageCommand).toEqual(commandOf('console-3001'));
});

/** The services as they are, with what they merge. */
function merged(name: string): string {
  const text = services.get(name) ?? '';
  const parent = /<<: \*([\w-]+)/.exec(text)?.[1];
  if (parent === undefined) return text;
  const service = [...services].find(([, body]) => body.includes(`: &${parent}\n`))?.[0];
  return text + (service === undefined ? hardened : merged(service));
}
const hardened = /^x-hardened: &hardened\n(?:  .*\n)+/m.exec(text('compose.yaml'))?.[0] ?? '';

test('compose gives every container no more than it needs', () => {
  expect([...services.keys()]).toContain('nginx');
  for (const name of services.keys()) {
    const whole = merged(name);
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(whole, name).toContain(line);
    expect(whole, name).not.toContain('privileged: true');
    // Secrets: the settings of its own part, or the certificate.
    const paths = [...whole.matchAll(/\/etc\/dagscope\/?([\w.]*)/g)].map(([, file]) => file);
    const part = /^(console|nginx|postgres)/.exec(name)?.[1] ?? 'index';
    const allowed = { nginx: ['tls.crt', 'tls.key'], postgres: [] }[part] ?? [`${part}.env`];
    expect(new Set(paths), name).toEqual(new Set(allowed));
  }
  // A file system in memory takes half of the machine's unless it has a size.
  const inMemory = [...text('compose.yaml').matchAll(/tmpfs: \[(.*)\]/g)].flatMap(([, list = '']) =>
    list.split(/, /),
  );
  expect(inMemory.length).toBeGreaterThan(5);
  for (const entry of inMemory) expect(entry).toMatch(/[:,]size=\d+m/);
  expect(text('compose.yaml')).toMatch(/requirepass \$\$REDIS_PASSWORD/);
});

test('compose accepts its file, with Redis too', () => {
  test.skip(spawnSync('docker-compose', ['version']).status !== 0, 'needs docker-compose from apt');
  const folder = mkdtempSync(join(tmpdir(), 'dagscope-compose-'));
  for (const name of ['index.env', 'console.env']) writeFileSync(join(folder, name), '');
  const whole = text('compose.yaml').replaceAll('/etc/dagscope', folder);
  const withRedis = whole.replaceAll(/^ {2}# (?=redis:| {2}\S)/gm, '  ');
  const servicesIn = (content: string) => {
    writeFileSync(join(folder, 'compose.yaml'), content);
    const { status, stdout, stderr } = spawnSync('docker-compose', ['config', '--services'], {
      cwd: folder,
      env: { ...process.env, POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r' },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return stdout.trim().split('\n').sort();
  };
  expect(servicesIn(whole)).toEqual([...services.keys()].sort());
  expect(servicesIn(withRedis)).toEqual([...services.keys(), 'redis'].sort());
  rmSync(folder, { recursive: true });
});

test('the units run without privileges, and what they store is theirs alone', () => {
  for (const unit of ['console', 'index']) {
    const settings = text(`docs/operate/dagscope-${unit}@.service`).split('\n');
    for (const setting of [
      'User=dagscope',
      'StateDirectoryMode=0700',
      'UMask=0077',
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectHome=true',
      'PrivateDevices=true',
      'RestrictNamespaces=true',
      'SystemCallFilter=@system-service',
    ])
      expect(settings, unit).toContain(setting);
  }
  // The whole list is judged where systemd is installed: 0 is confined, 10 is not.
  for (const unit of ['console@3001', 'index@writer-4010']) {
    const folder = mkdtempSync(join(tmpdir(), 'dagscope-unit-'));
    const file = join(folder, `dagscope-${unit}.service`);
    cpSync(inRoot(`docs/operate/dagscope-${unit.split('@')[0]}@.service`), file);
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    const { status, stdout } = analyze('security', '--offline=true');
    // Unknown settings are warnings.
    if (status === 0) expect(analyze('verify', '--man=no').stderr).toBe('');
    rmSync(folder, { recursive: true });
    if (status === 0) expect(Number(/exposure level .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2);
  }
});

/** What COPY . takes: the files of the repository without those of .dockerignore. */
function copyAll(folder: string): void {
  const ignored = text('.dockerignore')
    .split('\n')
    .filter((line) => line !== '');
  const files = execFileSync('git', ['ls-files'], { cwd: inRoot(''), encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const file of files) {
    if (ignored.some((path) => file === path || file.startsWith(`${path}/`)) || !existsSync(inRoot(file)))
      continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(inRoot(file), join(folder, file), { preserveTimestamps: true });
  }
}

/** Runs a stage in `folder`; the second stage finds there what it copies from the first. */
function build(stage: readonly { is: string; of: string }[], folder: string, data: string): void {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] } as unknown as NodeJS.ProcessEnv;
  const owner = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  for (const { is, of } of stage) {
    if (is === 'COPY' && of === '. .') copyAll(folder);
    else if (is === 'COPY' && !of.startsWith('--from'))
      for (const file of of.split(' ').slice(0, -1)) cpSync(inRoot(file), join(folder, file));
    else if (is === 'RUN') {
      const command = of.replaceAll(DATA, data).replaceAll('node:node', owner);
      const { status, stderr, stdout } = spawnSync('sh', ['-c', command], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      expect(status, `${of}\n${stdout}\n${stderr}`).toBe(0);
    }
  }
}

test('the image builds in an empty folder, and its processes serve', { tag: '@full' }, async () => {
  test.skip(!isLong, 'installs and builds: npm run test:long');
  test.setTimeout(900_000);
  const programs = ensurePostgres();
  test.skip(programs === null, 'needs PostgreSQL from apt');
  const root = mkdtempSync(join(tmpdir(), 'dagscope-image-'));
  const [folder, data] = [join(root, 'image'), join(root, 'data')];
  mkdirSync(folder);
  const running: { child: ChildProcess; ended: Promise<unknown> }[] = [];
  const postgres = await startPostgres(programs ?? '');
  const port = async () => String(await freePort());
  let output = '';
  const start = (command: readonly string[], env: Record<string, string>) => {
    const [program = '', ...args] = command;
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env } as unknown as NodeJS.ProcessEnv,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    running.push({ child, ended: new Promise((done) => child.once('close', done)) });
  };
  const answers = (url: string) =>
    expect
      .poll(
        () =>
          fetch(url).then(
            async (response) => (await response.text(), response.status),
            () => output,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
  try {
    for (const stage of stages) build(stage, folder, data);
    // Alone: a console with an index of its own.
    const [single, singleIndex] = [await port(), await port()];
    start(imageCommand, { DATA_DIR: join(data, 'alone'), PORT: single, INDEX_PORT: singleIndex });
    await answers(`http://127.0.0.1:${singleIndex}/readyz`);
    await answers(`http://127.0.0.1:${single}/connect`);
    // As in compose.yaml.
    const secrets = { SESSION_SECRET: 's'.repeat(48), INDEX_SECRET: 'i'.repeat(48) };
    const index = { ...secrets, DATABASE_URL: postgres.url };
    const [writer, reader, front] = [await port(), await port(), await port()];
    start(commandOf('writer-4010'), { ...index, DATA_DIR: join(data, 'w'), INDEX_PORT: writer });
    start(commandOf('reader-4001'), { ...index, DATA_DIR: join(data, 'r'), INDEX_PORT: reader });
    await answers(`http://127.0.0.1:${writer}/readyz`);
    await answers(`http://127.0.0.1:${reader}/readyz`);
    const INDEX_URL = `http://127.0.0.1:${reader}`;
    start(commandOf('console-3001'), { ...secrets, INDEX_URL, DATA_DIR: join(data, 'c'), PORT: front });
    await answers(`http://127.0.0.1:${front}/connect`);
    const health = await fetch(`http://127.0.0.1:${front}/healthz`);
    expect(await health.json()).toMatchObject({ state: 'ready', index_reachable: true });
  } finally {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    await postgres.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
