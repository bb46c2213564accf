// What events do not carry: fields of tools and skills, read from the source by REST and kept as snapshots.
// Invariant: a snapshot says what the source says now; one that cannot be read leaves the last one in place.
import type { Skill } from '@/lib/contract/agents';
import { isEventKind } from '@/lib/contract/event-kinds/catalogue';
import type { EventLog } from '@/lib/index-service/log/event-log';
import type { EventLine, SnapshotLine } from '@/lib/index-service/log/recorded-line';
import type { Database } from '@/lib/index-service/store/database';
import { SOURCE } from '@/lib/index-service/limits';
import { createPageGuard, type Source } from './source';

export interface ObjectCopyOptions {
  db: Database;
  log: EventLog;
  source: Source;
  onUnreadable: (what: string, error: unknown) => void;
}

/** The tools and agents that events changed. */
export function changedObjects(lines: readonly EventLine[]): { tools: Set<string>; agents: Set<string> } {
  const changed = { tools: new Set<string>(), agents: new Set<string>() };
  for (const { kind, payload } of lines) {
    if (!isEventKind(kind)) continue;
    const { fqn, agent_id } = payload;
    if (kind.startsWith('Tool') && typeof fqn === 'string') changed.tools.add(fqn);
    if (kind.startsWith('Skill') && typeof agent_id === 'string') changed.agents.add(agent_id);
  }
  return changed;
}

export function createObjectCopy({ db, log, source, onUnreadable }: ObjectCopyOptions) {
  async function tool(fqn: string): Promise<void> {
    const detail = await source.ask('tools.get', { fqn });
    if (detail === undefined) return;
    await log.refresh([{ snapshot: 'tool', id: fqn, fields: { ...detail } }]);
  }

  async function skillsOf(agent: string): Promise<void> {
    const guard = createPageGuard(`/agents/${agent}/skills`, SOURCE.skillPages);
    const skillIds = new Set<bigint>();
    let token: string | undefined;
    do {
      const page = await source.askPage('agents.skills', { agent_object_id: agent }, token);
      if (page === undefined) return;
      await copySkills(agent, page.items);
      const before = skillIds.size;
      for (const { skill_id } of page.items) skillIds.add(skill_id);
      const { next_token } = page.metadata;
      guard.check(skillIds.size - before, next_token);
      token = next_token === null ? undefined : String(next_token);
    } while (token !== undefined);
  }

  async function copySkills(agent: string, skills: readonly Skill[]): Promise<void> {
    const lines = skills.flatMap((skill): SnapshotLine[] => {
      const { active, description, record_refreshed_at: onchain_at } = skill;
      // Without this time the source has not read the chain object either.
      if (typeof onchain_at !== 'string') return [];
      return [
        { snapshot: 'skill', id: `${agent}/${skill.skill_id}`, fields: { active, description }, onchain_at },
      ];
    });
    await log.refresh(lines);
  }

  async function each(names: Iterable<string>, copy: (name: string) => Promise<void>): Promise<void> {
    for (const name of names) {
      try {
        await copy(name);
      } catch (error) {
        onUnreadable(name, error);
      }
    }
  }

  const keysOf = async (table: 'tools' | 'agents') =>
    (await db.query<{ key: string }>(`select key from ${table} order by key`)).map((row) => row.key);

  return {
    async copyChanged(changed: ReturnType<typeof changedObjects>): Promise<void> {
      await each(changed.tools, tool);
      await each(changed.agents, skillsOf);
    },
    /** Every tool and skill that the log has events of: some of their fields change without an event. */
    async copyAll(): Promise<void> {
      await each(await keysOf('tools'), tool);
      await each(await keysOf('agents'), skillsOf);
    },
  };
}
