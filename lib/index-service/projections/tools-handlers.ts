// Tools (spec 2.11, 4.2). A tool without a port contract or another required field is not listed.
import { ContractError } from '@/lib/contract/errors';
import type { PortContract, Tool, VariantContract } from '@/lib/contract/tools';
import type { Handlers } from '@/lib/index-service/http/handlers';
import {
  asNumber,
  createdWithin,
  entryOf,
  list,
  NEWEST_OBJECTS,
  shownRows,
} from '@/lib/index-service/store/listing';
import { parseJson } from '@/lib/json/exact';
import { tools } from './tools';

const SELECT = `t.key as fqn, t.object_id, t.kind, t.location, t.description, t.is_registered,
  coalesce(registered.onchain_at, registered.indexed_at, t.created_at) as registered_at,
  coalesce(unregistered.onchain_at, unregistered.indexed_at) as unregistered_at,
  t.registry_object_id, t.creator, t.verified,
  ${asNumber('t.lock_duration_ms')} as lock_duration_ms, t.vault_balance_us, t.workflow_authorization_cap_first,
  t.created_at, t.updated_at, created.onchain_at as onchain_created_at`;
const JOINS = [
  entryOf('t.created_entry_id', 'created'),
  entryOf('t.registered_entry_id', 'registered'),
  entryOf('t.unregistered_entry_id', 'unregistered'),
].join(' ');
const SHOWN = shownRows(tools).sql();

export const toolHandlers = {
  'tools.list': ({ db, query }) => {
    const where = createdWithin(shownRows(tools), query)
      .and('position(? in t.key) > 0', query.fqn)
      .and('t.is_registered = ?', query.registered)
      .and('t.kind = ?', query.kind, 'kind')
      .and('t.verified = ?', query.verified)
      .and('t.creator = ?', query.creator, 'creator');
    return list<Tool>(db, {
      select: SELECT,
      from: 'tools',
      joins: JOINS,
      where,
      order: NEWEST_OBJECTS,
      page: query,
    });
  },
  'tools.get': async ({ db, params }) => {
    const fqn = String(params['fqn']);
    const [row] = await db.query<Tool & { input_schema: string; output_variants: string }>(
      `select ${SELECT}, t.input_schema, t.output_variants from tools t ${JOINS} where t.key = $1 and ${SHOWN}`,
      [fqn],
    );
    if (row === undefined) throw new ContractError('NOT_FOUND', `there is no tool ${fqn}`);
    return {
      ...row,
      input_schema: parseJson(row.input_schema) as PortContract[],
      output_variants: parseJson(row.output_variants) as VariantContract[],
    };
  },
} satisfies Handlers;
