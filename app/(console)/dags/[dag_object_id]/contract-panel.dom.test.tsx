import { render, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it } from 'vitest';
import { ContractPanel } from './contract-panel';
import type { ContractCheck } from './use-contract-check';

function show(parts: Partial<ContractCheck>) {
  const check: ContractCheck = {
    findings: [],
    checked: true,
    toolKnowledge: new Map(),
    tools: 0,
    answered: 0,
    waits: false,
    start: () => undefined,
    ...parts,
  };
  render(
    <NuqsTestingAdapter>
      <ContractPanel check={check} />
    </NuqsTestingAdapter>,
  );
  return screen.getByTestId('contract-panel').textContent;
}

describe('the contract check without findings', () => {
  it('reports a match once every tool has been checked', () => {
    expect(show({ tools: 2, answered: 2 })).toContain(
      'All edges and inputs match the contracts of their tools.',
    );
  });

  it('reports no match while tools are still loading', () => {
    const text = show({ tools: 2, answered: 1 });
    expect(text).toContain('No findings so far');
    expect(text).not.toContain('match');
  });

  it('reports no match for a structure without tools', () => {
    const text = show({});
    expect(text).toContain('No vertex has a tool yet.');
    expect(text).not.toContain('match');
  });
});
