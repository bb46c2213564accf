// GET /metrics of the index: how far its log reaches, in the text format of Prometheus.
import type { Network } from './network-description';

interface Known {
  ready: boolean;
  network?: Network;
  /** The newest id of the log. */
  tip?: bigint;
}

/** Values that are not known are left out. */
export function metricsOf({ ready, network, tip }: Known): string {
  const behindMs = network !== undefined && 'behind_ms' in network ? network.behind_ms : null;
  const chain = network !== undefined && 'chain' in network ? network.chain : undefined;
  const metrics: [name: string, help: string, value: number | bigint | undefined][] = [
    ['ready', 'Whether the index has its data.', ready ? 1 : 0],
    ['log_entries', 'The newest id of the log.', tip],
    [
      'source_behind_seconds',
      'How far the log is behind its source.',
      behindMs === null ? undefined : behindMs / 1000,
    ],
    ['chain_checkpoint', 'Every event up to this checkpoint is in the log.', chain?.checkpoint],
    [
      'chain_behind_checkpoints',
      'Checkpoints of the node that are not in the log.',
      chain?.behind_checkpoints,
    ],
    ['chain_events_stored', 'Events of the network in the log.', chain?.events_stored],
    [
      'chain_events_not_decodable',
      'Stored events that this release cannot read.',
      chain?.events_not_decodable,
    ],
    ['chain_events_foreign', 'Events of other packages that were dropped.', chain?.events_foreign],
  ];
  return metrics
    .flatMap(([name, help, value]) =>
      value === undefined
        ? []
        : [
            `# HELP dagscope_index_${name} ${help}`,
            `# TYPE dagscope_index_${name} gauge`,
            `dagscope_index_${name} ${value}`,
          ],
    )
    .map((line) => `${line}\n`)
    .join('');
}
