// The tool registry of the simulated network (spec 11.8): registrations, updates, verifiers, keys and cashiers.
// Invariant: a snapshot line follows each event after which an index would read the tool object.
import { HOUR, DAY } from './skills';
import type { World } from './ids';
import { episodeOf, type Episode } from './timeline';
import { takesAgentProof, tools } from './tools/catalogue';
import type { ToolDesign } from './tools/tool-design';
import { event, type Happening, type Snapshot, type Transaction } from './transaction';

const OUTAGE = 'co.waypoint.travel.weather@1';
const SLASHED = 'ai.lumen.chat.complete@4';
const OLD = 'com.oldmill.ledger.counter@1';

const vendorOf = (fqn: string) => fqn.split('.').slice(0, 2).join('.');
const ownerOf = (world: World, fqn: string) => world.id(`wallet/vendor/${vendorOf(fqn)}`);

function locationOf(world: World, tool: ToolDesign): string {
  const [name = '', version = '1'] = tool.fqn.split('@');
  const [top = '', vendor = '', ...rest] = name.split('.');
  return tool.kind === 'http'
    ? `https://tools.${vendor}.${top}/v${version}/${rest.join('/')}`
    : `${world.id(`package/${vendor}`)}::${rest.join('_')}`;
}

/** The tool object as read at that moment; `verified` null where the read came before the flag existed. */
function snapshotOf(world: World, tool: ToolDesign, verified: boolean | null, collateral: bigint): Snapshot {
  return {
    snapshot: 'tool',
    id: tool.fqn,
    fields: {
      object_id: world.id(`tool/${tool.fqn}`),
      kind: tool.kind,
      location: locationOf(world, tool),
      description: tool.description,
      registry_object_id: world.id('registry/tool'),
      verified,
      lock_duration_ms: tool.kind === 'chain' ? 60_000 : 300_000,
      vault_balance_us: collateral,
      workflow_authorization_cap_first: takesAgentProof(tool.fqn),
      input_schema: tool.inputs,
      output_variants: Object.entries(tool.variants).map(([variant_name, ports]) => ({
        variant_name,
        ports,
      })),
    },
  };
}

export function registryEpisode(world: World, start: number): Episode {
  const random = world.random('registry');
  const admin = world.id('wallet/admin');
  const transactions: Transaction[] = [];
  const put = (at: number, sender: string, name: string, contents: (Happening | Snapshot)[]) =>
    transactions.push({ at, sender, digest: world.digest(`registry/${name}`), contents });
  const subject = (fqn: string) => ({ tool: world.id(`tool/${fqn}`), fqn });

  put(start, admin, 'created', [
    event('ToolRegistryCreated', { registry: world.id('registry/tool') }),
    event('NetworkAuthCreated', {
      registry: world.id('registry/network-auth'),
      registered_key_witness: world.id('witness/RegisteredKey'),
    }),
  ]);
  tools.forEach((tool, index) => {
    const at = start + (1 + index * 0.14) * HOUR + random.int(0, 300_000);
    const owner = ownerOf(world, tool.fqn);
    const cashier = world.id(`cashier/${tool.fqn}`);
    const binding = world.id(`binding/${tool.fqn}`);
    const policy = (name: string) => `${world.id('package/tool')}::${name}::Policy`;
    const verified = index % 7 === 3 ? null : index % 5 !== 4;
    const collateral = BigInt(random.int(40, 900)) * 100_000_000_000n;
    put(at, owner, `register/${tool.fqn}`, [
      event('ToolRegistered', subject(tool.fqn)),
      snapshotOf(world, tool, verified, collateral),
      event('PolicyAdded', { cashier, policy: policy('fixed_price') }),
    ]);
    if (tool.verifier === 'RegisteredKey')
      put(at + 40_000, owner, `key/${tool.fqn}`, [
        event('KeyBindingCreated', {
          binding,
          identity: { variant: 'Tool', tool_id: world.id(`tool/${tool.fqn}`) },
        }),
        event('KeyRegistered', {
          binding,
          key_id: 0,
          scheme: 0,
          public_key: world.hash(`key/${tool.fqn}`),
          added_at_ms: at + 40_000,
        }),
        event('ActiveKeyUpdated', { binding, active_key_id: 0 }),
      ]);
    if (tool.verifier === 'External')
      put(at + 50_000, owner, `verifier/${tool.fqn}`, [
        event('ExternalVerifierRegistered', {
          registry: world.id('registry/tool'),
          tool: world.id(`tool/${tool.fqn}`),
          method: {
            tool_id: world.id(`tool/${tool.fqn}`),
            package_id: world.id('package/paperlane'),
            module_name: 'review_verifier',
            function_name: 'verify',
          },
          witness: world.id('witness/External'),
        }),
      ]);
    if (tool.fqn.startsWith('ai.paperlane.')) {
      put(at + 2 * HOUR, owner, `credits/${tool.fqn}`, [
        event('PolicyAdded', { cashier, policy: policy('finite_credits') }),
        event('CreditOfferChanged', {
          cashier,
          issuance_enabled: true,
          price_per_credit: tool.price,
          minimum_credits: 50,
          maximum_credits: 5_000,
        }),
        event('CreditsCreated', {
          tool: world.id(`tool/${tool.fqn}`),
          cashier,
          credits: world.id(`credits/${tool.fqn}`),
          beneficiary: { variant: 'AgentFunded', agent_id: world.id('agent/paperlane-office') },
          remaining: 1_000,
        }),
        event('CashierDepositCreated', {
          cashier,
          deposit: world.id(`cashier-deposit/${tool.fqn}`),
          amount: tool.price * 1_000n,
        }),
      ]);
    }
    if (index % 6 === 2)
      put(start + (2 + index / 4) * DAY, owner, `update/${tool.fqn}`, [
        event('ToolUpdated', subject(tool.fqn)),
        snapshotOf(world, tool, verified, collateral),
      ]);
    if (index % 9 === 4)
      put(start + (3 + index / 5) * DAY, admin, `verified/${tool.fqn}`, [
        event('ToolVerificationStatusChanged', { ...subject(tool.fqn), verified: true }),
      ]);
  });

  put(start + 5.2 * HOUR, ownerOf(world, OLD), 'register/old', [event('ToolRegistered', subject(OLD))]);
  const pass = 'org.gridwise.energy.forecast@1';
  const cashier = world.id(`cashier/${pass}`);
  const policy = `${world.id('package/tool')}::time_pass::Policy`;
  put(start + 4.3 * DAY, ownerOf(world, pass), 'time-pass', [
    event('PolicyAdded', { cashier, policy }),
    event('TimePassOfferChanged', {
      cashier,
      issuance_enabled: true,
      price_per_ms: 12,
      minimum_duration_ms: DAY,
      maximum_duration_ms: 30 * DAY,
    }),
    event('TimePassCreated', {
      tool: world.id(`tool/${pass}`),
      cashier,
      pass: world.id('time-pass/gridwise'),
      beneficiary: { variant: 'AgentFunded', agent_id: world.id('agent/gridwise-control') },
      valid_from_ms: start + 4.3 * DAY,
      valid_until_ms: start + 34.3 * DAY,
    }),
  ]);
  put(start + 12.7 * DAY, ownerOf(world, pass), 'time-pass-ends', [
    event('PolicyRemoved', { cashier, policy }),
  ]);
  const binding = world.id('binding/ai.paperlane.docs.summarise@3');
  put(start + 9.8 * DAY, ownerOf(world, 'ai.paperlane.docs.summarise@3'), 'key-rotated', [
    event('KeyRegistered', {
      binding,
      key_id: 1,
      scheme: 0,
      public_key: world.hash('key/summarise/1'),
      added_at_ms: start + 9.8 * DAY,
    }),
    event('ActiveKeyUpdated', { binding, active_key_id: 1 }),
    event('KeyRevoked', { binding, key_id: 0, revoked_at_ms: start + 9.8 * DAY }),
  ]);
  const weather = tools.find(({ fqn }) => fqn === OUTAGE);
  if (weather) {
    const owner = ownerOf(world, OUTAGE);
    put(start + 8.1 * DAY, owner, 'unregister', [event('ToolUnregistered', subject(OUTAGE))]);
    put(start + 8.6 * DAY, owner, 'register-again', [
      event('ToolRegistered', subject(OUTAGE)),
      snapshotOf(world, weather, true, 12_000_000_000_000n),
    ]);
  }
  put(start + 10.4 * DAY, admin, 'slash', [
    event('ToolSlashed', { ...subject(SLASHED), amount: 12_500_000_000n }),
  ]);
  return episodeOf(transactions);
}
