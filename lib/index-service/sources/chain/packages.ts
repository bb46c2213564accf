// The networks that the chain carries: their packages, addresses of public nodes, and where their history begins.
import * as z from 'zod';
import { isDigest } from '@/lib/contract/ids';

const roles = ['primitives', 'interface', 'tool', 'registry', 'workflow', 'scheduler'] as const;
type Role = (typeof roles)[number];

export interface Deployment {
  /** As the console shows it. */
  name: string;
  /** The digest of the genesis checkpoint. */
  chainId: string;
  /** The checkpoint in which the first package was published. */
  from: bigint;
  packages: Record<Role, string>;
  /** Transactions that published packages and emitted events meanwhile. */
  published?: readonly string[];
  /** The agent registry, which no event names: its id, or the transaction that published its package. */
  agentRegistry?: { id: string } | { publishedBy: string } | undefined;
}

const ID = /^0x[0-9a-f]{64}$/;

/** CHAIN_PACKAGES: another deployment, as a JSON file. */
const deploymentFile = z
  .strictObject({
    name: z.string().min(1).max(64),
    chain_id: z.string().refine(isDigest, 'must be the base58 digest of the genesis checkpoint'),
    from: z.int().min(0),
    agent_registry: z.string().regex(ID).optional(),
    packages: z.strictObject(
      Object.fromEntries(
        roles.map((role) => [role, z.string().regex(ID, 'must be 0x and 64 lower-case hex digits')]),
      ) as Record<Role, z.ZodString>,
    ),
  })
  .transform(({ name, chain_id, from, packages, agent_registry }): Deployment => ({
    name,
    chainId: chain_id,
    from: BigInt(from),
    packages,
    agentRegistry: agent_registry === undefined ? undefined : { id: agent_registry },
  }));

/** Throws with the reason when the text is no deployment. */
export function parseDeployment(text: string): Deployment {
  const result = deploymentFile.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim());
}

const mainnet: Deployment = {
  name: 'mainnet',
  chainId: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  from: 315_264_651n,
  packages: {
    primitives: '0x0d44a0624c3e607933273e80140766f11aa35259ae64b4c47ee683afa044c1e6',
    interface: '0x23333bd0bed47abb5e9fabfabd32a08fa6557bd89c5a6f61e2a44c1054f054ee',
    tool: '0x068a3f8a6fbc02bafc88b22af820ce4223ae73e0a61e56724b5fd5665e6adf15',
    registry: '0xf01174d560a525a8b0635b5713ba334e26d7cd6f221701e785c28e46febf6fd4',
    workflow: '0x4fa064aba168c1b8377dcf00c9f2bf53366ac93e0dd470ebdbcb1e703898413d',
    scheduler: '0x55eda9bb471a873cf8e0ebdfd45b86f34a46b4c7fbfe27d81d391d4b8943f471',
  },
  published: ['5eFQqj6mBj3H7ZkFMYoiN3JyT7FE8CyKuybdnQ8bhV7U', 'GVpKhM5ULf1A4SGyuUqtVS5KEk2eyRawFqedrtbPPYsG'],
  agentRegistry: { publishedBy: '5eFQqj6mBj3H7ZkFMYoiN3JyT7FE8CyKuybdnQ8bhV7U' },
};

const testnet: Deployment = {
  name: 'testnet',
  chainId: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
  // Not known: the index begins at the oldest checkpoint, where nothing of the network is found.
  from: 0n,
  packages: {
    primitives: '0xd3f55499a63349e828ef21dec04ba16131d07faccceebfb0f2d6208d2a7da102',
    interface: '0xd73f9252b5a1056b75f66c1ec9ddfb4b1f92b607d25d9297e7fc747644c7c762',
    tool: '0x439762fd2e3c92da63e4903bb6a15e388c7c0566994c2d0f329dae20e968d560',
    registry: '0xbd7c5f7c10ede0495ab6aaa2c7210c6cde046b97521c1810d89e0565e07e4d86',
    workflow: '0x30a2a0ed2a137181277af9035864747aa7db4056bfba9a5d3cc04521fb2d0798',
    scheduler: '0x6756e835731d019f9d195401e652327864f15d849650d19ab3871451a840a3c8',
  },
};

export const deployments = [mainnet, testnet];

/** `mainnet` and `testnet` instead of a URL. */
export const publicNodes: Readonly<Record<string, string>> = {
  mainnet: 'https://fullnode.mainnet.sui.io:443',
  testnet: 'https://fullnode.testnet.sui.io:443',
};

/** The two wrappers in which every event of a network travels; without type arguments the node matches all. */
export const wrappersOf = ({ packages }: Deployment) => ({
  plain: `${packages.primitives}::event::EventWrapper`,
  distributed: `${packages.interface}::distributed_event::DistributedEventWrapper`,
});
