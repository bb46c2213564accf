// The tool registry of the simulated network (spec 11.8): registrations, updates, verifiers, keys and cashiers.
// Invariant: a snapshot line follows each event after which an index would read the tool object.
import { timeOf, type Age } from './age';
import { episodeOf, type Episode } from './timeline';
import { takesAgentProof, toolOf, tools, type ToolDesign } from './tools';
import { DAY, event, HOUR, transaction, type Snapshot, type Transaction } from './transaction';
import type { World } from './world';

const OUTAGE = 'co.waypoint.travel.weather@1';
const SLASHED = 'ai.lumen.chat.complete@4';
const OLD = 'com.oldmill.ledger.counter@1';
const ROTATED = 'ai.paperlane.docs.summarise@3';
const TIME_PASS = 'org.gridwise.energy.forecast@1';

function locationOf(world: World, tool: ToolDesign): string {
  const [name = '', version = '1'] = tool.fqn.split('@');
  const [top = '', vendor = '', ...rest] = name.split('.');
  return tool.kind === 'http'
    ? `https://tools.${vendor}.${top}/v${version}/${rest.join('/')}`
    : `${world.id(`package/${vendor}`)}::${rest.join('_')}@${world.id(`witness/${tool.fqn}`)}`;
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

export function registryEpisode(world: World, age: Age): Episode {
  const start = age.busy;
  const random = world.random('registry');
  const admin = world.id('wallet/admin');
  const registry = world.id('registry/tool');
  const transactions: Transaction[] = [];
  const put = (at: number, sender: string, name: string, contents: Transaction['contents']) =>
    transactions.push(transaction(world, at, sender, `registry/${name}`, contents));
  const idOf = (fqn: string) => world.id(`tool/${fqn}`);
  const ownerOf = (fqn: string) => world.id(`wallet/vendor/${fqn.split('.').slice(0, 2).join('.')}`);
  const cashierOf = (fqn: string) => world.id(`cashier/${fqn}`);
  const bindingOf = (fqn: string) => world.id(`binding/${fqn}`);
  const subject = (fqn: string) => ({ tool: idOf(fqn), fqn });
  const policyOf = (fqn: string, name: string) => ({
    cashier: cashierOf(fqn),
    // A TypeName on chain has no 0x.
    policy: `${world.id('package/tool').slice(2)}::${name}::Policy`,
  });
  const agentPays = (agent: string) => ({ variant: 'AgentFunded', agent_id: world.id(`agent/${agent}`) });
  const activeKey = (fqn: string, key_id: number, public_key: string, at: number) => [
    event('KeyRegistered', { binding: bindingOf(fqn), key_id, scheme: 0, public_key, added_at_ms: at }),
    event('ActiveKeyUpdated', { binding: bindingOf(fqn), active_key_id: key_id }),
  ];

  put(age.founded, admin, 'created', [
    event('ToolRegistryCreated', { registry }),
    event('NetworkAuthCreated', {
      registry: world.id('registry/network-auth'),
      registered_key_witness: world.id('witness/RegisteredKey'),
    }),
  ]);
  tools.forEach((tool, index) => {
    const { fqn, price, verifier } = tool;
    const at = timeOf(age, 1 + index * 0.14) + random.int(0, 300_000);
    const owner = ownerOf(fqn);
    const verified = index % 7 === 3 ? null : index % 5 !== 4;
    const snapshot = snapshotOf(world, tool, verified, BigInt(random.int(40, 900)) * 100_000_000_000n);
    put(at, owner, `register/${fqn}`, [
      event('ToolRegistered', subject(fqn)),
      snapshot,
      event('PolicyAdded', policyOf(fqn, 'fixed_price')),
    ]);
    if (verifier === 'RegisteredKey')
      put(at + 40_000, owner, `key/${fqn}`, [
        event('KeyBindingCreated', {
          binding: bindingOf(fqn),
          identity: { variant: 'Tool', tool_id: idOf(fqn) },
        }),
        ...activeKey(fqn, 0, world.hash(`key/${fqn}`), at + 40_000),
      ]);
    if (verifier === 'External')
      put(at + 50_000, owner, `verifier/${fqn}`, [
        event('ExternalVerifierRegistered', {
          registry,
          tool: idOf(fqn),
          method: {
            tool_id: idOf(fqn),
            package_id: world.id('package/paperlane'),
            module_name: 'review_verifier',
            function_name: 'verify',
          },
          witness: world.id('witness/External'),
        }),
      ]);
    if (fqn.startsWith('ai.paperlane.'))
      put(at + 2 * HOUR, owner, `credits/${fqn}`, [
        event('PolicyAdded', policyOf(fqn, 'finite_credits')),
        event('CreditOfferChanged', {
          cashier: cashierOf(fqn),
          issuance_enabled: true,
          price_per_credit: price,
          minimum_credits: 50,
          maximum_credits: 5_000,
        }),
        event('CreditsCreated', {
          tool: idOf(fqn),
          cashier: cashierOf(fqn),
          credits: world.id(`credits/${fqn}`),
          beneficiary: agentPays('paperlane-office'),
          remaining: 1_000,
        }),
        event('CashierDepositCreated', {
          cashier: cashierOf(fqn),
          deposit: world.id(`cashier-deposit/${fqn}`),
          amount: price * 1_000n,
        }),
      ]);
    if (index % 6 === 2)
      put(start + (2 + index / 4) * DAY, owner, `update/${fqn}`, [
        event('ToolUpdated', subject(fqn)),
        snapshot,
      ]);
    if (index % 9 === 4)
      put(start + (3 + index / 5) * DAY, admin, `verified/${fqn}`, [
        event('ToolVerificationStatusChanged', { ...subject(fqn), verified: true }),
      ]);
  });

  put(timeOf(age, 5.2), ownerOf(OLD), 'register/old', [event('ToolRegistered', subject(OLD))]);
  put(start + 4.3 * DAY, ownerOf(TIME_PASS), 'time-pass', [
    event('PolicyAdded', policyOf(TIME_PASS, 'time_pass')),
    event('TimePassOfferChanged', {
      cashier: cashierOf(TIME_PASS),
      issuance_enabled: true,
      price_per_ms: 12,
      minimum_duration_ms: DAY,
      maximum_duration_ms: 30 * DAY,
    }),
    event('TimePassCreated', {
      tool: idOf(TIME_PASS),
      cashier: cashierOf(TIME_PASS),
      pass: world.id('time-pass/gridwise'),
      beneficiary: agentPays('gridwise-control'),
      valid_from_ms: start + 4.3 * DAY,
      valid_until_ms: start + 34.3 * DAY,
    }),
  ]);
  put(start + 12.7 * DAY, ownerOf(TIME_PASS), 'time-pass-ends', [
    event('PolicyRemoved', policyOf(TIME_PASS, 'time_pass')),
  ]);
  const rotated = start + 9.8 * DAY;
  put(rotated, ownerOf(ROTATED), 'key-rotated', [
    ...activeKey(ROTATED, 1, world.hash('key/summarise/1'), rotated),
    event('KeyRevoked', { binding: bindingOf(ROTATED), key_id: 0, revoked_at_ms: rotated }),
  ]);
  put(start + 8.1 * DAY, ownerOf(OUTAGE), 'unregister', [event('ToolUnregistered', subject(OUTAGE))]);
  put(start + 8.6 * DAY, ownerOf(OUTAGE), 'register-again', [
    event('ToolRegistered', subject(OUTAGE)),
    snapshotOf(world, toolOf(OUTAGE), true, 12_000_000_000_000n),
  ]);
  put(start + 10.4 * DAY, admin, 'slash', [
    event('ToolSlashed', { ...subject(SLASHED), amount: 12_500_000_000n }),
  ]);
  return episodeOf(transactions);
}
